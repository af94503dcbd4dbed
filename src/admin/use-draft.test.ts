import { beforeEach, expect, test } from 'vitest'
import { draftPrefix } from '#base/stored-value.ts'
import { forgetDrafts } from '#features/accounts/client/device-data.ts'
import { tabStore } from '#platform/client/browser-store.ts'
import { isLike, readDraft, removeDraft, writeDraft } from './use-draft.ts'

const ruth = { userId: 'ruth', form: 'delay', rowId: 'row/1' }

// Without a browser the store keeps what is written for as long as the page would be open.
beforeEach(() => {
  for (const key of tabStore.keys()) tabStore.removeItem(key)
})

test('a draft is read with its version and time, and a later one takes its place', () => {
  writeDraft(ruth, '3', { reason: 'Linen' })
  writeDraft(ruth, '4', { reason: 'The linen is late' })
  expect(readDraft(ruth)).toEqual({
    savedAt: expect.any(Date),
    version: '4',
    value: { reason: 'The linen is late' },
  })
  expect(readDraft({ ...ruth, rowId: 'row/2' })).toBeNull()
  expect(readDraft({ ...ruth, form: 'refund' })).toBeNull()
  removeDraft(ruth)
  expect(readDraft(ruth)).toBeNull()
})

test('another user of the tab gets no draft, even if the ids begin with the same characters', () => {
  writeDraft(ruth, '', 'secret')
  expect(readDraft({ ...ruth, userId: 'naomi' })).toBeNull()
  expect(readDraft({ ...ruth, userId: 'rut' })).toBeNull()
})

test('a sign-out removes the drafts of its user alone', () => {
  writeDraft(ruth, '', 'one')
  writeDraft({ ...ruth, userId: 'naomi' }, '', 'two')
  forgetDrafts('ruth')
  expect(tabStore.keys()).toEqual([expect.stringContaining('naomi')])
})

test('text that is not a draft is none', () => {
  for (const text of ['{"savedAt":', '{"savedAt":"never","value":1}', 'null', '1']) {
    tabStore.setItem(`${draftPrefix('ruth')}delay/row%2F1`, text)
    expect(readDraft(ruth), text).toBeNull()
  }
})

test('a value of an earlier release is distinguished from one that fits the form', () => {
  const example = { subject: '', sizes: [''], parts: [{ material: '' }] }
  expect(isLike({ subject: 'x', sizes: [], parts: [{ material: 'linen' }] }, example)).toBe(true)
  for (const value of [null, 'x', [], {}, { ...example, sizes: [1] }, { ...example, parts: [{}] }, { subject: 'x' }]) {
    expect(isLike(value, example), JSON.stringify(value)).toBe(false)
  }
})

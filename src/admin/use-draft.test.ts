import { beforeEach, expect, test } from 'vitest'
import { type BrowserStore, guardedStore } from '#platform/client/browser-store.ts'
import { draftKey, isLike, listDrafts, removeDraft, writeDraft } from './use-draft.ts'

const ruth = { userId: 'ruth', form: 'product', rowId: 'row/1', version: '3' }
const now = new Date('2026-05-04T14:32:00Z')
let stored: Map<string, string>
let store: BrowserStore

beforeEach(() => {
  stored = new Map()
  store = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
    keys: () => [...stored.keys()],
    isKept: () => true,
  }
})

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('drafts are listed with form, row and version, the newest first', () => {
  writeDraft(ruth, 'a', { name: 'Hadassah' }, { now, store })
  writeDraft({ ...ruth, version: '4' }, 'b', { name: 'Esther' }, { now: later(1), store })
  expect(listDrafts('ruth', { now: later(2), store })).toEqual([
    expect.objectContaining({ form: 'product', rowId: 'row/1', version: '4', slot: 'b', value: { name: 'Esther' } }),
    expect.objectContaining({ version: '3', slot: 'a', savedAt: now, value: { name: 'Hadassah' } }),
  ])
  removeDraft(draftKey(ruth, 'a'), store)
  expect(listDrafts('ruth', { now, store })).toHaveLength(1)
})

test('another user of the browser gets no draft, even if the ids begin with the same characters', () => {
  writeDraft(ruth, 'a', 'secret', { now, store })
  expect(listDrafts('naomi', { now, store })).toEqual([])
  expect(listDrafts('rut', { now, store })).toEqual([])
})

test('drafts are bounded in age, size and number', () => {
  writeDraft(ruth, 'old', 'x', { now, store })
  expect(listDrafts('ruth', { now: later(14 * 1_440 + 1), store })).toEqual([])
  expect(stored.size).toBe(0)
  writeDraft(ruth, 'long', 'x', { now, store })
  writeDraft(ruth, 'long', 'x'.repeat(100_001), { now, store })
  expect(stored.size).toBe(0)
  for (let count = 0; count < 40; count += 1) writeDraft(ruth, String(count), count, { now: later(count), store })
  expect(listDrafts('ruth', { now: later(40), store }).map(({ value }) => value)).toEqual(
    Array.from({ length: 30 }, (_, index) => 39 - index),
  )
})

test('text that is not a draft is removed', () => {
  stored.set(draftKey(ruth, 'a'), '{"savedAt":')
  stored.set(draftKey(ruth, 'b'), '{"savedAt":"never","value":1}')
  expect(listDrafts('ruth', { now, store })).toEqual([])
  expect(stored.size).toBe(0)
})

test('without storage a draft lives as long as the page', () => {
  const none = guardedStore(() => null as unknown as Storage)
  writeDraft(ruth, 'a', 1, { now, store: none })
  expect(listDrafts('ruth', { now, store: none })).toMatchObject([{ slot: 'a', value: 1 }])
})

test('a value of an earlier release is distinguished from one that fits the form', () => {
  const example = { subject: '', sizes: [''], parts: [{ material: '' }] }
  expect(isLike({ subject: 'x', sizes: [], parts: [{ material: 'linen' }] }, example)).toBe(true)
  for (const value of [null, 'x', [], {}, { ...example, sizes: [1] }, { ...example, parts: [{}] }, { subject: 'x' }]) {
    expect(isLike(value, example), JSON.stringify(value)).toBe(false)
  }
})

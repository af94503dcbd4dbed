import { expect, test } from 'vitest'
import { emptyDraft } from './draft.ts'
import { draftFieldText } from './draft-field-text.ts'

test('a price typed without pence is the same as the saved one', () => {
  const text = (price: string) => draftFieldText({ ...emptyDraft(), price }, 'price')
  expect(text('30')).toBe(text('30.00'))
  expect(text('30.5')).toBe('30.50')
  expect(text('thirty')).toBe('thirty')
  expect(text('')).toBe('')
})

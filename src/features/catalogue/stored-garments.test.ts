import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIds, storedGarments } from './stored-garments.ts'

const anna = '0b8f6c1e-5a2d-4c3b-9e8f-7a6b5c4d3e2f'
const ruth = '1b8f6c1e-5a2d-4c3b-9e8f-7a6b5c4d3e2f'

test('any stored text is read as different ids only', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.array(fc.uuid()).map(String), fc.constant(null)), (text) => {
      for (const id of parseIds(text)) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    }),
  )
  const stored = JSON.stringify([anna, 'mary-dress', anna.toUpperCase(), `${ruth},`, '-'.repeat(36), 7, ruth, anna])
  expect(parseIds(stored)).toEqual([anna, ruth])
})

test('a list keeps its latest entries', () => {
  const list = storedGarments('a-test', 1)
  expect(list.update((ids) => [anna, ...ids])).toEqual([anna])
  expect(list.update((ids) => [ruth, ...ids])).toEqual([ruth])
  expect(list.get()).toEqual([ruth])
})

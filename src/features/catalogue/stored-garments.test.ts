import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  otherViewed,
  parseIds,
  putBack,
  recordViewed,
  savedGarments,
  storedGarments,
  toggled,
} from './stored-garments.ts'

const [anna, ruth, mary] = ['0', '1', '2'].map((n) => `${n}b8f6c1e-5a2d-4c3b-9e8f-7a6b5c4d3e2f`) as [
  string,
  string,
  string,
]

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

test('saving puts a garment first, and saving it again removes it', () => {
  expect(toggled([ruth], anna)).toEqual([anna, ruth])
  expect(toggled([anna, ruth], anna)).toEqual([ruth])
})

test('sixty garments are kept, and a further one takes the place of the oldest', () => {
  const many = Array.from({ length: 60 }, (_, n) => `${String(n).padStart(8, '0')}-5a2d-4c3b-9e8f-7a6b5c4d3e2f`)
  savedGarments.update(() => many)
  const saved = savedGarments.update((ids) => toggled(ids, anna))
  expect(saved).toEqual([anna, ...many.slice(0, 59)])
})

test('a removed garment returns to its place, also if its neighbours were removed meanwhile or others were added', () => {
  const before = [anna, ruth, mary]
  expect(putBack([anna, mary], ruth, before)).toEqual(before)
  expect(putBack([anna], ruth, before)).toEqual([anna, ruth])
  expect(putBack(['new', anna], mary, before)).toEqual(['new', anna, mary])
  expect(putBack(before, ruth, before)).toEqual(before)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), fc.nat(), (numbers, at) => {
      const ids = numbers.map(String)
      const id = ids[at % ids.length]
      if (id === undefined) return
      expect(putBack(toggled(ids, id), id, ids)).toEqual(ids)
    }),
  )
})

const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
const ids = (letters: string) => letters.split('').map(id)

test('the latest garment comes first, without duplicates, and nine are stored so that eight others can be shown', () => {
  for (const each of ids('0123456789a')) recordViewed(each)
  expect(recordViewed(undefined)).toEqual(ids('a98765432'))
  expect(otherViewed(recordViewed(id('6')), id('6'))).toEqual(ids('a9875432'))
  expect(otherViewed(recordViewed(undefined), undefined)).toHaveLength(8)
})

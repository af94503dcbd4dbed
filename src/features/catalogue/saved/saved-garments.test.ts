import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putBack, savedGarments, toggled } from './saved-garments.ts'

const [anna, ruth, mary] = ['0', '1', '2'].map((n) => `${n}b8f6c1e-5a2d-4c3b-9e8f-7a6b5c4d3e2f`) as [
  string,
  string,
  string,
]

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

import { expect, test } from 'vitest'
import { limitInWords } from './preorder-limit-field.tsx'
import { addressOf, nameOrSlugHolds, readWanted } from './wanted-products.ts'

test('what is wanted stands in the address and is read from there', () => {
  const wanted = { part: 'inactive', q: 'mary & co' } as const
  expect(readWanted(new URLSearchParams(addressOf(wanted).split('?')[1]))).toEqual(wanted)
  expect(readWanted(new URLSearchParams('show=everything&q=%20'))).toEqual({ part: 'all', q: '' })
})

test('what is searched for is meant to the letter', () => {
  expect(nameOrSlugHolds('50%_"a\\b",c')).toBe(
    String.raw`name.ilike."%50\\%\\_\"a\\\\b\",c%",slug.ilike."%50\\%\\_\"a\\\\b\",c%"`,
  )
})

test('a limit below what is pre-ordered is kindly explained', () => {
  expect(limitInWords('5', 12)).toMatch(/^12 are pre-ordered or being paid for\. Those orders stay/)
  expect(limitInWords('12', 12)).toMatch(/nobody can pre-order another/)
  expect(limitInWords('20', 1)).toBe('1 is pre-ordered or being paid for. 19 more can be.')
  expect(limitInWords('', 12)).toMatch(/^12 are pre-ordered/)
  expect(limitInWords('5', null)).toMatch(/^Pieces that may be pre-ordered/)
})

import { expect, test } from 'vitest'
import { limitInWords } from './preorder-fields.tsx'
import { productsUrl, readProductFilter } from './product-queries.ts'

test('a filter is written to the URL and read from it', () => {
  const filter = { part: 'inactive', q: 'mary & co' } as const
  expect(readProductFilter(new URLSearchParams(productsUrl(filter).split('?')[1]))).toEqual(filter)
  expect(readProductFilter(new URLSearchParams('show=everything&q=%20'))).toEqual({ part: 'all', q: '' })
})

test('a limit below the number of pre-ordered pieces gets an explanation', () => {
  const sold = (pieces: number, reserved = 0) => ({ sold: pieces, reserved })
  expect(limitInWords('5', sold(12))).toBe(
    '12 are pre-ordered. These orders stay; with this limit, no more can be pre-ordered.',
  )
  expect(limitInWords('12', sold(12))).toBe('12 are pre-ordered, so this limit is reached.')
  expect(limitInWords('20', sold(1))).toBe('1 is pre-ordered. 19 are left.')
  expect(limitInWords('20', sold(19, 1))).toBe('19 are pre-ordered, 1 more is being paid for. 1 is left.')
  expect(limitInWords('20', sold(0, 2))).toBe('No pre-orders yet, 2 are being paid for. 20 are left.')
  expect(limitInWords('', sold(12))).toBe('12 are pre-ordered. Leave blank for no limit.')
  expect(limitInWords('5', sold(4, 3))).toBe(
    '4 are pre-ordered, 3 more are being paid for. Those can still be paid for, even beyond this limit.',
  )
  expect(limitInWords('5', sold(0))).toMatch(/^How many pieces can be pre-ordered/)
  expect(limitInWords('5', null)).toMatch(/^How many pieces can be pre-ordered/)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pounds } from '#tests/fixtures/pounds.ts'
import { formatPence, parsePounds, pence, penceFromPounds, poundsFromPence, sumPence } from './money.ts'

test('pounds are converted to pence exactly, from numbers and from text', () => {
  expect(penceFromPounds(pounds(19.99))).toBe(1999)
  expect(penceFromPounds(pounds('19.90'))).toBe(1990)
  expect(penceFromPounds(pounds('0.5'))).toBe(50)
  expect(penceFromPounds(pounds(1.1))).toBe(110)
  expect(penceFromPounds(pounds('-4.50'))).toBe(-450)
})

test.each([Number.NaN, Infinity, 0.001, 0.1 + 0.2, 1e21, '', ' 1', '1e3', '£1', '1.', '.5', null, {}, true])(
  '%o is no amount in pounds',
  (value) => {
    expect(parsePounds(value)).toBeNull()
  },
)

test('pence are not parsed as pounds', () => {
  // @ts-expect-error: they are a hundred times the amount
  expect(parsePounds(pence(1999))).toBe(199_900)
})

test('every amount of pence stays equal when converted to pounds and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (amount) => {
      expect(penceFromPounds(poundsFromPence(pence(amount)))).toBe(amount)
      expect(penceFromPounds(pounds((amount / 100).toFixed(2)))).toBe(amount)
    }),
  )
})

test('no input makes parsePounds throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => void parsePounds(value)))
})

test('an amount is shown with two decimals and thousands separators', () => {
  expect([1200, 5, 0, 99999, 148000, -100000000, -450].map((amount) => formatPence(pence(amount)))).toEqual([
    '£12.00',
    '£0.05',
    '£0.00',
    '£999.99',
    '£1,480.00',
    '-£1,000,000.00',
    '-£4.50',
  ])
  expect(formatPence(penceFromPounds(pounds('-0')))).toBe('£0.00')
})

test('a fraction of a penny is refused', () => {
  expect(() => pence(0.5)).toThrow(RangeError)
  expect(sumPence([])).toBe(0)
})

import { expect, test } from 'vitest'
import { formatNumericDate, formatShopDate } from './shop-time.ts'

test('today is the day in London, in British format', () => {
  expect(formatNumericDate(new Date('2026-11-02T12:00:00Z'))).toBe('02/11/2026')
  expect(formatNumericDate(new Date('2026-07-31T23:30:00Z'))).toBe('01/08/2026')
})

test('an order’s date follows the shop’s calendar', () => {
  expect(formatShopDate('2026-06-02T23:30:00Z')).toBe('3 June 2026')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFullDay } from './calendar-day.ts'
import { fromShopClock, shopDate, toShopClock } from './shop-clock.ts'
import { formatFullTime } from './shop-time.ts'

test('a time on the shop’s clock is converted to its moment, in winter and in summer', () => {
  expect(fromShopClock('2026-12-05T18:00')?.toISOString()).toBe('2026-12-05T18:00:00.000Z')
  expect(fromShopClock('2026-07-05T18:00')?.toISOString()).toBe('2026-07-05T17:00:00.000Z')
  expect(formatFullTime(new Date('2026-07-05T17:00:00Z'))).toBe('Sunday 5 July 2026 at 18:00 BST')
  expect(formatFullDay('2026-12-25')).toBe('Friday 25 December 2026')
  expect(shopDate(new Date('2026-07-05T23:30:00Z'))).toBe('2026-07-06')
})

test('the skipped hour in spring gives null, and the repeated hour in autumn gives its first occurrence', () => {
  expect(fromShopClock('2027-03-28T01:30')).toBeNull()
  expect(fromShopClock('2027-03-28T02:00')?.toISOString()).toBe('2027-03-28T01:00:00.000Z')
  expect(fromShopClock('2026-10-25T01:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(fromShopClock('tomorrow')).toBeNull()
  expect(fromShopClock('')).toBeNull()
})

test('converting a moment to the clock’s time and back gives the same moment, except in the second of the repeated hours', () => {
  const minutes = fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2034, 0, 1) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const moment = new Date(minute * 60_000)
      const back = fromShopClock(toShopClock(moment))?.getTime() ?? 0
      expect([0, 3_600_000]).toContain(moment.getTime() - back)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextMidnight } from './shop-time.ts'

test('midnight is London’s, in winter and in summer', () => {
  expect(nextMidnight(new Date('2026-11-21T10:00:00Z')).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  expect(nextMidnight(new Date('2026-07-01T22:59:59.500Z')).toISOString()).toBe('2026-07-01T23:00:00.000Z')
})

test('the days with clock changes, in March and October, end at the right moment', () => {
  expect(nextMidnight(new Date('2026-03-29T00:30:00Z')).toISOString()).toBe('2026-03-29T23:00:00.000Z')
  expect(nextMidnight(new Date('2026-10-25T00:30:00Z')).getTime()).toBeLessThanOrEqual(
    Date.parse('2026-10-26T00:00:00Z'),
  )
})

test('the next midnight is at most 25 hours ahead, and the day changes exactly then', () => {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short' })
  fc.assert(
    fc.property(fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (now) => {
      const midnight = nextMidnight(now)
      expect(midnight.getTime()).toBeGreaterThan(now.getTime())
      expect(midnight.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
      expect(day.format(new Date(midnight.getTime() - 1))).toBe(day.format(now))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countdownParts, twoDigits } from './countdown.tsx'

test('the parts of a countdown add up to the remaining time, and none is too large or negative', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (msLeft) => {
      const { days, hours, minutes, seconds } = countdownParts(msLeft)
      const sum = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
      expect(sum).toBe(Math.max(0, Math.ceil(msLeft / 1000)))
      for (const [part, below] of [
        [hours, 24],
        [minutes, 60],
        [seconds, 60],
      ] as const) {
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThan(below)
      }
    }),
  )
})

test('the countdown shows one second until the target time, then zero', () => {
  expect(countdownParts(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(countdownParts(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(countdownParts(-5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('parts have two digits, and days as many as they need', () => {
  expect(twoDigits(7)).toBe('07')
  expect(twoDigits(365)).toBe('365')
})

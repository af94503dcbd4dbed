import { expect, test } from 'vitest'
import { formatLately } from './visitor-time.ts'

test('recent times are shown as today and yesterday, earlier ones as a date', () => {
  const now = new Date(2026, 5, 3, 0, 30)
  expect(formatLately(new Date(2026, 5, 3, 0, 5).toISOString(), now)).toBe('today at 00:05')
  expect(formatLately(new Date(2026, 5, 2, 23, 59).toISOString(), now)).toBe('yesterday at 23:59')
  expect(formatLately(new Date(2026, 5, 1, 12).toISOString(), now)).toBe('1 June 2026')
})

test('a time slightly in the future is shown as today', () => {
  expect(formatLately(new Date(2026, 5, 4, 0, 1).toISOString(), new Date(2026, 5, 3, 23, 59))).toMatch(/^today/)
})

import { expect, test } from 'vitest'
import { formatDeadline } from './deadline.ts'

test('a deadline is told in shop time, summer and winter', () => {
  expect(formatDeadline(new Date('2026-12-04T18:00:00Z'))).toBe('Friday 4 December, 18:00')
  expect(formatDeadline(new Date('2026-07-03T18:00:00Z'))).toBe('Friday 3 July, 19:00')
})

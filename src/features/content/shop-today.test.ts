import { expect, test } from 'vitest'
import { shopToday } from './shop-today.ts'

test('today is the day in London, written as in Britain', () => {
  expect(shopToday(new Date('2026-11-02T12:00:00Z'))).toBe('02/11/2026')
  expect(shopToday(new Date('2026-07-31T23:30:00Z'))).toBe('01/08/2026')
})

import { expect, test } from 'vitest'
import { daysIn } from '#features/settings/shop-settings.ts'
import { closureLabel, dispatchBy } from './dispatch-and-arrival.ts'

const now = new Date('2026-12-07T12:00:00Z')

function announcement(...ranges: { from: string; until: string }[]): string | null {
  const daysOff = daysIn(ranges)
  return closureLabel({ daysOff }, { now, leaves: dispatchBy({ orderedAt: now }, { productionDays: 10, daysOff }) })
}

test('a closure before the promised date is announced with its first and last day', () => {
  expect(announcement({ from: '2026-12-14', until: '2027-01-04' })).toBe('from Monday 14 December to Monday 4 January')
})

test('days off with only a weekend between them are one closure', () => {
  const weeks = [
    { from: '2026-12-14', until: '2026-12-18' },
    { from: '2026-12-21', until: '2026-12-23' },
  ]
  expect(announcement(...weeks)).toBe('from Monday 14 December to Wednesday 23 December')
})

test('one that moves no date, or moves it by one day, is not announced', () => {
  expect(announcement()).toBeNull()
  expect(announcement({ from: '2026-12-09', until: '2026-12-09' })).toBeNull()
  expect(announcement({ from: '2026-12-25', until: '2026-12-28' })).toBeNull()
  expect(announcement({ from: '2027-02-01', until: '2027-02-12' })).toBeNull()
  expect(announcement({ from: '2026-11-30', until: '2026-12-04' })).toBeNull()
})

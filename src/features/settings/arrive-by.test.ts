import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { bankHolidays, isWorkingDay } from './bank-holidays.ts'
import { arriveBy } from './dispatch-and-arrival.ts'

const tracked = { from: 2, to: 3 }

function arrival(dispatch: string, to = 3): string {
  return isoDay(arriveBy(new Date(dispatch), { from: 1, to }))
}

test('three working days after a Friday is Wednesday', () => {
  expect(arrival('2026-12-04')).toBe('2026-12-09')
  expect(arrival('2026-12-07', 1)).toBe('2026-12-08')
})

test('bank holidays of England and Wales are not counted', () => {
  // Christmas Day is a Friday in 2026; Boxing Day is kept on Monday 28 December.
  expect(arrival('2026-12-23')).toBe('2026-12-30')
  expect(arrival('2027-03-25', 2)).toBe('2027-03-31')
})

test('the clocks going forward or back move no date', () => {
  expect(arrival('2027-03-26', 1)).toBe('2027-03-30')
  expect(arrival('2026-10-23', 1)).toBe('2026-10-26')
})

const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
const transit = fc.integer({ min: 1, max: 40 })

/** Midnight UTC of a day. */
function midnight(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMs) * dayMs)
}

test('a parcel arrives on a working day, after exactly its transit in working days', () => {
  fc.assert(
    fc.property(days, transit, (moment, to) => {
      const leaves = midnight(moment)
      const arrives = arriveBy(leaves, { from: 1, to })
      const first = leaves.getTime() / dayMs + 1
      const last = arrives.getTime() / dayMs
      expect(isWorkingDay(last)).toBe(true)
      let counted = 0
      for (let day = first; day <= last; day += 1) {
        const { year, week } = partsOf(day)
        if (week !== 0 && week !== 6 && !bankHolidays(year).has(day)) counted += 1
      }
      expect(counted).toBe(to)
    }),
  )
})

test('a later dispatch or a slower service never arrives earlier', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 60 }), transit, (moment, later, to) => {
      const leaves = midnight(moment)
      const arrives = arriveBy(leaves, { from: 1, to }).getTime()
      expect(arriveBy(new Date(leaves.getTime() + later * dayMs), { from: 1, to }).getTime()).toBeGreaterThanOrEqual(
        arrives,
      )
      expect(arriveBy(leaves, { from: 1, to: to + 1 }).getTime()).toBeGreaterThan(arrives)
    }),
  )
})

test('the time within the dispatch day changes nothing', () => {
  expect(arriveBy(new Date('2026-12-04T23:59:59Z'), tracked)).toEqual(arriveBy(new Date('2026-12-04'), tracked))
})

function partsOf(day: number): { year: number; week: number } {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), week: date.getUTCDay() }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, isoDay } from '#base/calendar-day.ts'
import { bankHolidays, dayOf, isWorkingDay } from './bank-holidays.ts'
import { dispatchAllBy, dispatchBy } from './dispatch-and-arrival.ts'

const usual = { productionDays: 10, daysOff: [] }

function days(year: number): string[] {
  return [...bankHolidays(year)].sort((a, b) => a - b).map((day) => isoDay(new Date(day * 86_400_000)))
}

// As published on gov.uk for England and Wales.
test.each([
  ['2021-01-01 2021-04-02 2021-04-05 2021-05-03 2021-05-31 2021-08-30 2021-12-27 2021-12-28'],
  ['2022-01-03 2022-04-15 2022-04-18 2022-05-02 2022-06-02 2022-06-03 2022-08-29 2022-09-19 2022-12-26 2022-12-27'],
  ['2023-01-02 2023-04-07 2023-04-10 2023-05-01 2023-05-08 2023-05-29 2023-08-28 2023-12-25 2023-12-26'],
  ['2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26'],
  ['2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 2025-08-25 2025-12-25 2025-12-26'],
  ['2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28'],
  ['2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28'],
])('bank holidays: %s', (published) => {
  expect(days(Number(published.slice(0, 4)))).toEqual(published.split(' '))
})

test('any year has eight bank holidays or more, all of them from Monday to Friday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1983, max: 2400 }), (year) => {
      const found = [...bankHolidays(year)]
      expect(found.length).toBeGreaterThanOrEqual(8)
      for (const day of found) expect([1, 2, 3, 4, 5]).toContain(new Date(day * 86_400_000).getUTCDay())
    }),
  )
})

test('ten working days from the day after the order, over Christmas and New Year', () => {
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-12-18T12:00:00Z') }, usual))).toBe('2027-01-06')
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-11-20T12:00:00Z') }, usual))).toBe('2026-12-04')
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-11-20T12:00:00Z'), productionDays: 1 }, usual))).toBe(
    '2026-11-23',
  )
})

test('the day of the order is the day in London, in summer time too', () => {
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-06-30T22:59:59Z'), productionDays: 1 }, usual))).toBe(
    '2026-07-01',
  )
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-06-30T23:00:00Z'), productionDays: 1 }, usual))).toBe(
    '2026-07-02',
  )
  expect(isoDay(dispatchBy({ orderedAt: new Date('2026-12-01T23:59:59Z'), productionDays: 1 }, usual))).toBe(
    '2026-12-02',
  )
})

test('a pre-order counts from its end, and one that ended before the order from the order', () => {
  const orderedAt = new Date('2026-11-20T12:00:00Z')
  expect(isoDay(dispatchBy({ orderedAt, preorderEndsAt: '2026-12-01T10:00:00Z' }, usual))).toBe('2026-12-15')
  expect(isoDay(dispatchBy({ orderedAt, preorderEndsAt: new Date('2026-11-01T10:00:00Z') }, usual))).toBe('2026-12-04')
})

test('a mixed cart has the dispatch day of its latest line', () => {
  const orderedAt = new Date('2026-11-20T12:00:00Z')
  const lines = [{ productionDays: 5 }, { preorderEndsAt: '2026-12-01T10:00:00Z' }, { productionDays: null }]
  expect(isoDay(dispatchAllBy(orderedAt, lines, usual))).toBe('2026-12-15')
  expect(() => dispatchAllBy(orderedAt, [], usual)).toThrow(RangeError)
})

test('the dispatch day is a working day, as many working days after the order as production takes', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 60 }), (orderedAt, productionDays) => {
      const promised = dispatchBy({ orderedAt, productionDays }, usual).getTime() / 86_400_000
      const before = dispatchBy({ orderedAt, productionDays: productionDays + 1 }, usual).getTime() / 86_400_000
      expect(isWorkingDay(promised)).toBe(true)
      expect(before).toBeGreaterThan(promised)
    }),
  )
})

test('days off are left out, whatever the weekday', () => {
  const orderedAt = new Date('2026-11-20T12:00:00Z')
  const away = { productionDays: 10, daysOff: ['2026-11-25', '2026-11-28', '2026-12-04'] }
  expect(isoDay(dispatchBy({ orderedAt }, away))).toBe('2026-12-08')
  expect(isoDay(dispatchAllBy(orderedAt, [{ productionDays: 1 }, {}], away))).toBe('2026-12-08')
})

test('with any days off the dispatch day is a working day, never earlier than without them', () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  const daysOff = fc
    .array(fc.integer({ min: dayOf(2026, 1, 1), max: dayOf(2028, 6, 1) }), { maxLength: 200 })
    .map((days) => days.map((day) => isoDay(new Date(day * 86_400_000))))
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 1, max: 60 }), daysOff, (one, other, productionDays, off) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      const promise = (orderedAt: Date, days = productionDays) =>
        dispatchBy({ orderedAt, productionDays: days }, { productionDays: 10, daysOff: off })
      const promised = promise(earlier)
      expect(isWorkingDay(promised.getTime() / 86_400_000)).toBe(true)
      expect(off).not.toContain(isoDay(promised))
      expect(promised >= dispatchBy({ orderedAt: earlier, productionDays }, usual)).toBe(true)
      expect(promise(later) >= promised).toBe(true)
      expect(promise(earlier, productionDays + 1) > promised).toBe(true)
    }),
  )
})

test('a day is written in words', () => {
  expect(formatDay(new Date('2026-12-04T00:00:00Z'))).toBe('Friday 4 December')
  const now = new Date('2026-11-21T22:00:00Z')
  expect(formatDay(new Date('2026-12-04T00:00:00Z'), now)).toBe('Friday 4 December')
  expect(formatDay(new Date('2027-12-02T00:00:00Z'), now)).toBe('Thursday 2 December 2027')
  expect(isWorkingDay(dayOf(2026, 12, 25))).toBe(false)
})

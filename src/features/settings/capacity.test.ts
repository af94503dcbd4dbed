import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { dayOf, isWorkingDay } from './bank-holidays.ts'
import { type Capacity, capacityOn, type FreeDay, listLate, onePiece, type PromisedWork } from './capacity.ts'
import {
  dispatchAllBy,
  dispatchBy,
  dispatchEachBy,
  freeDayOf,
  handlingDays,
  isDayOfWork,
} from './dispatch-and-arrival.ts'

/** A shop that keeps the promises it gives, without a database. */
class Workroom {
  readonly promised: PromisedWork[] = []
  readonly capacity: readonly Capacity[]
  readonly daysOff: readonly string[]
  readonly productionDays: number
  constructor(capacity: readonly Capacity[], daysOff: readonly string[] = [], productionDays = 10) {
    this.capacity = capacity
    this.daysOff = daysOff
    this.productionDays = productionDays
  }
  free(orderedAt: Date): FreeDay | null {
    return freeDayOf(this, { promised: this.promised, now: orderedAt })
  }
  day(orderedAt: Date, terms: Parameters<typeof dispatchAllBy>[1] = [{}]): string {
    return isoDay(dispatchAllBy(orderedAt, terms, { ...this, freeDay: this.free(orderedAt) }))
  }
  order(orderedAt: Date, terms: Parameters<typeof dispatchAllBy>[1] = [{}]): string {
    const day = this.day(orderedAt, terms)
    this.add(
      day,
      terms.reduce((sum, { work = onePiece }) => sum + work, 0),
    )
    return day
  }
  add(day: string, work: number) {
    const before = this.promised.find((other) => other.day === day)
    if (before) before.work += work
    else this.promised.push({ day, work })
    this.promised.sort((one, other) => one.day.localeCompare(other.day))
  }
}

const monday = new Date('2027-02-01T10:00:00Z')
const twelve = [{ from: '2027-01-01', pieces: 12 }]

test('fifty orders at twelve a week are promised over five weeks, the first twenty-four for the end of week two', () => {
  const shop = new Workroom(twelve)
  const days = Array.from({ length: 50 }, () => shop.order(monday))
  expect(days.slice(0, 24)).toEqual(Array(24).fill('2027-02-15'))
  // 2.4 pieces a working day: two, two, three, two, three.
  expect(days.slice(24, 36)).toEqual(
    ['16', '16', '17', '17', '18', '18', '18', '19', '19', '22', '22', '22'].map((day) => `2027-02-${day}`),
  )
  expect(days.at(-1)).toBe('2027-03-02')
  // Whatever their production days, up to that.
  for (const productionDays of [1, 5, 15, 20]) {
    const other = new Workroom(twelve, [], productionDays)
    expect(Array.from({ length: 50 }, () => other.order(monday)).at(-1)).toBe('2027-03-02')
  }
})

test('an order of many pieces counts all of them, half a piece counts half, and fabric samples none', () => {
  const shop = new Workroom(twelve)
  expect(shop.day(monday, [{ work: 24 * onePiece }])).toBe('2027-02-15')
  expect(shop.day(monday, [{ work: 24 * onePiece + 5 }])).toBe('2027-02-16')
  for (let scarf = 0; scarf < 48; scarf += 1) expect(shop.order(monday, [{ work: 50 }])).toBe('2027-02-15')
  expect(shop.day(monday, [{ work: 50 }])).toBe('2027-02-16')
  expect(shop.day(monday, [{ productionDays: 3, work: 0 }])).toBe('2027-02-04')
})

test('tenths of a piece add up without an error of fractions', () => {
  const shop = new Workroom([{ from: '2027-01-01', pieces: 1 }], [], 1)
  // Ten tenths are the piece of one week: 0.1 + 0.2 would be more than 0.3.
  for (let order = 0; order < 10; order += 1) shop.order(monday, [{ work: 10 }])
  expect(shop.promised.at(-1)).toEqual({ day: '2027-02-08', work: 20 })
  expect(shop.day(monday, [{ work: 1 }])).toBe('2027-02-09')
})

test('the latest line of a cart has room for all of it, and each line for all that is made before it', () => {
  const shop = new Workroom(twelve)
  for (let order = 0; order < 23; order += 1) shop.order(monday)
  const time = { ...shop, freeDay: shop.free(monday) }
  const lines = [{ productionDays: 15 }, {}, { work: 200 }]
  expect(dispatchEachBy(monday, lines, time).map(isoDay)).toEqual(['2027-02-22', '2027-02-15', '2027-02-16'])
  expect(isoDay(dispatchAllBy(monday, lines, time))).toBe('2027-02-22')
})

test('a later promise is never pushed: a short production time waits behind a week that is full', () => {
  const shop = new Workroom(twelve)
  for (let order = 0; order < 24; order += 1) shop.order(monday)
  expect(shop.day(monday, [{ productionDays: 2 }])).toBe('2027-02-16')
  // Half of it promised for later leaves room before it.
  const mixed = new Workroom(twelve)
  mixed.add('2027-02-15', 12 * onePiece)
  expect(mixed.day(monday, [{ productionDays: 2 }])).toBe('2027-02-03')
  expect(mixed.day(monday, [{ productionDays: 2, work: 13 * onePiece }])).toBe('2027-02-16')
})

test('a capacity begins on its day, and changes with the next one', () => {
  const change = [
    { from: '2027-01-01', pieces: 10 },
    { from: '2027-02-08', pieces: 20 },
  ]
  // Monday to Friday: 2 a day from Tuesday on makes 8, and 4 a day from the eighth on.
  const shop = new Workroom(change, [], 1)
  expect(shop.day(monday, [{ work: 8 * onePiece }])).toBe('2027-02-05')
  expect(shop.day(monday, [{ work: 9 * onePiece }])).toBe('2027-02-08')
  expect(shop.day(monday, [{ work: 13 * onePiece }])).toBe('2027-02-09')
  expect(capacityOn(change, '2027-02-07')).toBe(10)
  expect(capacityOn(change, '2026-12-31')).toBeNull()
})

test('days without a limit are promised as before, before a capacity begins and after it ends', () => {
  const shop = new Workroom([
    { from: '2027-02-08', pieces: 5 },
    { from: '2027-02-22', pieces: null },
  ])
  shop.add('2027-02-03', 90 * onePiece)
  expect(shop.day(monday, [{ productionDays: 4, work: 40 * onePiece }])).toBe('2027-02-05')
  expect(shop.day(monday, [{ productionDays: 5 }])).toBe('2027-02-08')
  expect(shop.day(monday, [{ productionDays: 5, work: 2 * onePiece }])).toBe('2027-02-09')
  expect(shop.day(monday, [{ productionDays: 5, work: 10 * onePiece }])).toBe('2027-02-19')
  expect(shop.day(monday, [{ productionDays: 5, work: 11 * onePiece }])).toBe('2027-02-22')
})

test('days off and bank holidays make nothing', () => {
  const week = ['2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12']
  expect(new Workroom(twelve, week, 1).day(monday, [{ work: 12 * onePiece }])).toBe('2027-02-15')
  // Good Friday and Easter Monday.
  const easter = new Date('2027-03-25T10:00:00Z')
  expect(new Workroom(twelve, [], 1).day(easter, [{ work: onePiece }])).toBe('2027-03-30')
  expect(new Workroom(twelve, [], 1).day(easter, [{ work: 3 * onePiece }])).toBe('2027-03-31')
})

test('shopping channels hear of the days until a full week leaves', () => {
  const shop = new Workroom(twelve)
  for (let order = 0; order < 50; order += 1) shop.order(monday)
  const time = { ...shop, freeDay: shop.free(monday) }
  expect(handlingDays({ orderedAt: monday }, time)).toBe(22)
  expect(handlingDays({ orderedAt: monday }, { ...time, freeDay: null })).toBe(10)
  expect(handlingDays({ orderedAt: monday, productionDays: 30 }, time)).toBe(30)
})

test('the promises that can no longer be kept are the last of each day', () => {
  const today = dayOf(2027, 2, 1)
  const calendar = { today, isWorkingDay }
  const orders = Array.from({ length: 24 }, (_, number) => ({ number, day: '2027-02-15', work: onePiece }))
  // Today's work counts, as it is not done yet.
  expect(listLate(orders, twelve, calendar)).toEqual([])
  const ten = listLate(orders, [{ from: '2027-01-01', pieces: 10 }], calendar)
  expect(ten.map(({ number }) => number)).toEqual([22, 23])
  expect(listLate([{ day: '2027-01-29', work: 100 }], twelve, calendar)).toHaveLength(1)
  expect(listLate(orders, [{ from: '2027-02-15', pieces: null }], calendar)).toEqual([])
})

const day = fc
  .integer({ min: dayOf(2027, 1, 4), max: dayOf(2027, 6, 1) })
  .map((number) => isoDay(new Date(number * dayMs)))
const capacities = fc
  .uniqueArray(fc.record({ from: day, pieces: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 3,
    selector: ({ from }) => from,
  })
  .map((list) => [{ from: '2026-01-01', pieces: 7 }, ...list.toSorted((a, b) => a.from.localeCompare(b.from))])
const cart = fc.array(
  fc.record({
    productionDays: fc.integer({ min: 1, max: 40 }),
    work: fc.integer({ min: 0, max: 60 }).map((n) => n * 10),
  }),
  { minLength: 1, maxLength: 4 },
)
const moments = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 90 * 24 }), cart), { maxLength: 60 })
  .map((list) => list.toSorted(([one], [other]) => one - other))

test('what is promised by any day fits into the capacity from today to it, and no day is before the production days', () => {
  fc.assert(
    fc.property(capacities, fc.array(day, { maxLength: 60 }), moments, (capacity, daysOff, orders) => {
      const shop = new Workroom(capacity, daysOff)
      const isWorked = isDayOfWork(shop)
      for (const [hours, terms] of orders) {
        const at = new Date(dayOf(2027, 1, 4) * dayMs + hours * 3_600_000)
        const promised = shop.order(at, terms)
        expect(promised >= isoDay(dispatchAllBy(at, terms, { ...shop, freeDay: null }))).toBe(true)
        expect(isWorked(Date.parse(promised) / dayMs)).toBe(true)
        // Nothing was made meanwhile, so only the days from this order on can be checked: all of them, by hand.
        if (at.getTime() > dayOf(2027, 1, 5) * dayMs) continue
        const today = Math.floor(at.getTime() / dayMs)
        const last = Math.max(...shop.promised.map((other) => Date.parse(other.day) / dayMs))
        let made = 0
        for (let number = today; number <= last; number += 1) {
          const text = isoDay(new Date(number * dayMs))
          if (isWorked(number)) made += (capacityOn(capacity, text) ?? 0) * 20
          const due = shop.promised.filter((other) => other.day <= text).reduce((sum, { work }) => sum + work, 0)
          expect(due).toBeLessThanOrEqual(made)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('more work, a later order or a longer queue is never promised earlier', () => {
  fc.assert(
    fc.property(
      capacities,
      fc.array(fc.tuple(day, fc.integer({ min: 1, max: 900 })), { maxLength: 30 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: 60 }),
      (capacity, queue, work, productionDays) => {
        const shop = new Workroom(capacity)
        const first = shop.day(monday, [{ work, productionDays }])
        expect(shop.day(monday, [{ work: work + 10, productionDays }]) >= first).toBe(true)
        expect(shop.day(monday, [{ work, productionDays: productionDays + 1 }]) >= first).toBe(true)
        for (const [promised, load] of queue) shop.add(promised, load)
        expect(shop.day(monday, [{ work, productionDays }]) >= first).toBe(true)
      },
    ),
  )
})

test('without a capacity the day is that of the production days alone', () => {
  const time = { productionDays: 10, daysOff: [] }
  expect(dispatchBy({ orderedAt: monday, work: 900_000 }, { ...time, freeDay: null })).toEqual(
    dispatchBy({ orderedAt: monday }, time),
  )
})

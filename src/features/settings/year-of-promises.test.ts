import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { type Day, dayOf } from './bank-holidays.ts'
import { type Capacity, capacityOn, onePiece } from './capacity.ts'
import { dispatchAllBy, freeDayOf, isDayOfWork } from './dispatch-and-arrival.ts'

type Sewn = { placed: string; promised: string; left: string; work: number; isKept: boolean }
type Year = {
  from: Day
  until: Day
  capacity: readonly Capacity[]
  /** Days off that the owner has planned, and days that she could not know before. */
  daysOff: readonly string[]
  ill?: readonly string[]
  productionDays: number
  /** The carts of a day: their work in hundredths of a piece. */
  ordersOn: (day: Day) => number[]
}

/**
 * A workroom from day to day: its orders get their promise in the morning; by the evening it has sewn as much as its
 * capacity says, the oldest promise first. An order leaves on the day on which its last stitch is sewn.
 */
function sewYear({ from, until, capacity, daysOff, ill = [], productionDays, ordersOn }: Year): Sewn[] {
  const isWorked = isDayOfWork({ daysOff })
  const open: { placed: string; promised: string; work: number; left: number }[] = []
  const sewn: Sewn[] = []
  for (let day = from; day <= until || open.length > 0; day += 1) {
    const [text, now] = [isoDay(new Date(day * dayMs)), new Date(day * dayMs + 9 * 3_600_000)]
    for (const work of day <= until ? ordersOn(day) : []) {
      const promised = open.map((order) => ({ day: order.promised, work: order.left }))
      const time = { productionDays, daysOff, freeDay: freeDayOf({ capacity, daysOff }, { promised, now }) }
      open.push({ placed: text, promised: isoDay(dispatchAllBy(now, [{ work }], time)), work, left: work })
    }
    open.sort((one, other) => one.promised.localeCompare(other.promised))
    let hands = isWorked(day) && !ill.includes(text) ? ((capacityOn(capacity, text) ?? 0) * onePiece) / 5 : 0
    while (hands > 0 && open[0]) {
      const done = Math.min(hands, open[0].left)
      hands -= done
      open[0].left -= done
      if (open[0].left > 0) break
      const { placed, promised, work } = open[0]
      sewn.push({ placed, promised, left: text, work, isKept: text <= promised })
      open.shift()
    }
  }
  return sewn
}

/** Invented numbers, the same each time. */
function invented(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const twelve = [{ from: '2027-01-01', pieces: 12 }]

function inventedYear(seed: number, most: number, ill: readonly string[] = []): Sewn[] {
  const draw = invented(seed)
  return sewYear({
    from: dayOf(2027, 1, 1),
    until: dayOf(2027, 12, 31),
    capacity: [...twelve, { from: '2027-05-03', pieces: 8 }, { from: '2027-09-06', pieces: 15 }],
    // A week in February, two in August, and Christmas to New Year.
    daysOff: [...week('2027-02-15'), ...week('2027-08-09'), ...week('2027-08-16'), ...week('2027-12-27')],
    ill,
    productionDays: 10,
    ordersOn: () => Array.from({ length: draw(most + 1) }, () => [50, 100, 100, 100, 200, 300][draw(6)] ?? onePiece),
  })
}

function week(monday: string): string[] {
  return Array.from({ length: 5 }, (_, add) => isoDay(new Date(Date.parse(monday) + add * dayMs)))
}

test('a year of orders, with holidays, changes of capacity and weeks that are full, keeps every promise', () => {
  for (const [seed, most] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const) {
    const year = inventedYear(seed, most)
    expect(year.length).toBeGreaterThan(100)
    expect(year.filter(({ isKept }) => !isKept)).toEqual([])
  }
})

test('a week in bed that nobody planned breaks promises, and the weeks after it keep theirs again', () => {
  const ill = week('2027-06-14')
  const broken = inventedYear(3, 4, ill).filter(({ isKept }) => !isKept)
  expect(broken.length).toBeGreaterThan(0)
  expect(broken.every(({ placed }) => placed < '2027-06-19')).toBe(true)
  expect(broken.every(({ promised }) => promised >= '2027-06-14')).toBe(true)
})

test('whatever the capacity, the days off and the carts, a workroom that sews as much keeps every promise', () => {
  const start = dayOf(2027, 1, 4)
  const dayIn = (days: number) =>
    fc.integer({ min: 0, max: days }).map((add) => isoDay(new Date((start + add) * dayMs)))
  const step = fc.record({ from: dayIn(90), pieces: fc.integer({ min: 1, max: 30 }) })
  const steps = fc.uniqueArray(step, { maxLength: 3, selector: ({ from }) => from })
  const cart = fc.integer({ min: 1, max: 60 }).map((tenths) => tenths * 10)
  const days = fc.array(fc.array(cart, { maxLength: 3 }), { minLength: 30, maxLength: 90 })
  fc.assert(
    fc.property(steps, fc.array(dayIn(180), { maxLength: 40 }), days, fc.integer({ min: 1, max: 20 }), (...drawn) => {
      const [changes, daysOff, carts, productionDays] = drawn
      const capacity = [{ from: '2026-01-01', pieces: 7 }, ...changes.toSorted((a, b) => a.from.localeCompare(b.from))]
      const until = start + carts.length - 1
      const year = { from: start, until, capacity, daysOff, productionDays }
      const sewn = sewYear({ ...year, ordersOn: (day) => carts[day - start] ?? [] })
      expect(sewn.filter(({ isKept }) => !isKept)).toEqual([])
    }),
    { numRuns: 100 },
  )
})

// Counted on paper. Five a week is one piece a working day; production takes three. Monday 1 March: three dresses for
// Thursday, as Tuesday to Thursday make three, and the fourth for Friday. Tuesday morning, three of them left: Wednesday to
// Friday make those, so the two halves wait for Monday. Sewn in turn, all leave a day or more before.
// Ill on Tuesday and Wednesday: the second leaves on its Thursday, the third on Friday instead of Thursday, the fourth on
// Monday instead of Friday, and the two halves on Tuesday instead of Monday.
test('a sample, as counted by hand', () => {
  const orders: Record<string, number[]> = { '2027-03-01': [100, 100, 100, 100], '2027-03-02': [50, 50] }
  const sample = (ill: string[]) =>
    sewYear({
      from: dayOf(2027, 3, 1),
      until: dayOf(2027, 3, 31),
      capacity: [{ from: '2027-01-01', pieces: 5 }],
      daysOff: [],
      ill,
      productionDays: 3,
      ordersOn: (day) => orders[isoDay(new Date(day * dayMs))] ?? [],
    }).map(({ promised, left, isKept }) => `${promised.slice(5)} ${left.slice(5)} ${isKept ? 'kept' : 'broken'}`)
  expect(sample([])).toEqual([
    '03-04 03-01 kept',
    '03-04 03-02 kept',
    '03-04 03-03 kept',
    '03-05 03-04 kept',
    '03-08 03-05 kept',
    '03-08 03-05 kept',
  ])
  expect(sample(['2027-03-02', '2027-03-03'])).toEqual([
    '03-04 03-01 kept',
    '03-04 03-04 kept',
    '03-04 03-05 broken',
    '03-05 03-08 broken',
    '03-08 03-09 broken',
    '03-08 03-09 broken',
  ])
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { readDecided, readScore } from './read-score.ts'
import { minShown, scoreSentence } from './score.ts'

/** A paid order; `columns` are set afterwards, one statement each, as changes of a real order are. */
async function place(db: TestDatabase, promised: string, ...columns: string[]) {
  const order = await db.order({ provider_state: 'open', dispatch_by: promised })
  const run = (set: string) =>
    db.asService((tx) => sql`update public.pre_orders set ${sql.raw(set)} where id = ${order.id}`.execute(tx))
  await run(`provider_state = 'paid', payment_status = 'paid', paid_at = shop_now(), final_amount = 93.5,
    customer_email = 'ruth@example.com'`)
  for (const set of columns) await run(set)
  return order
}

const left = (day: string) => `order_status = 'shipped', shipped_at = '${day}T15:00:00Z'`

async function setClock(db: TestDatabase, now: string): Promise<void> {
  await db.asService((tx) => sql`update private.clock set ahead = ${now}::timestamptz - now()`.execute(tx))
}

test('an order is kept or broken by its first promise, whatever was promised later', async () => {
  await using db = await testDatabase()
  await setClock(db, '2030-01-20T12:00:00Z')
  await place(db, '2030-01-10', left('2030-01-09'))
  await place(db, '2030-01-10', left('2030-01-10'))
  const delayed = await place(db, '2030-01-10', `dispatch_by = '2030-01-17'`, left('2030-01-16'))
  await db.asService((tx) =>
    tx
      .insertInto('private.order_delays')
      .values({
        order_id: delayed.id,
        dispatch_by: '2030-01-17',
        previous_dispatch_by: '2030-01-10',
        reason: 'The linen was late.',
        in_production: false,
      })
      .execute(),
  )
  const waiting = await place(db, '2030-01-15')
  await place(db, '2030-02-01')
  // Brought forward: the first promise holds.
  await place(db, '2030-01-18', `dispatch_by = '2030-01-11'`, left('2030-01-17'))
  await db.order({ provider_state: 'expired', dispatch_by: '2030-01-11' })
  await place(db, '2028-12-01', left('2028-12-20'))
  const score = await db.asService(readScore)
  expect(score.all).toEqual({ kept: 3, broken: 2, open: 1 })
  expect(score.months).toEqual([
    { month: '2030-02', kept: 0, broken: 0, open: 1 },
    { month: '2030-01', kept: 3, broken: 2, open: 0 },
  ])
  expect(score.broken).toEqual([
    { order_number: waiting.order_number, promised: '2030-01-15', left_on: null, ended_on: null, later: [] },
    {
      order_number: delayed.order_number,
      promised: '2030-01-10',
      left_on: '2030-01-16',
      ended_on: null,
      later: [{ to: '2030-01-17', reason: 'The linen was late.' }],
    },
  ])
  expect(score.sentence).toBeNull()
})

test('an order that is cancelled or refunded after its promise was over was broken; in time it is not counted', async () => {
  await using db = await testDatabase()
  const cancelled = `order_status = 'cancelled'`
  const refunded = `provider_state = 'refunded', refunded_amount = 93.5`
  const change = (id: string, set: string) =>
    db.asService((tx) => sql`update public.pre_orders set ${sql.raw(set)} where id = ${id}`.execute(tx))
  await setClock(db, '2030-01-10T23:00:00Z')
  await place(db, '2030-01-10', cancelled)
  await place(db, '2030-01-10', refunded)
  const refundedInTime = await place(db, '2030-01-10', refunded)
  const revived = await place(db, '2030-01-10', cancelled, `order_status = 'pending'`)
  await place(db, '2030-01-10', left('2030-01-10'))
  const sent = await place(db, '2030-01-10', left('2030-01-10'))
  const cancelledAndRefunded = await place(db, '2030-01-10', cancelled)
  await setClock(db, '2030-01-11T00:01:00Z')
  // The money of an order that was cancelled in time goes back later, and an order that left in time kept its promise.
  await change(cancelledAndRefunded.id, refunded)
  await change(refundedInTime.id, cancelled)
  await change(sent.id, cancelled)
  await change(revived.id, cancelled)
  const late = [revived]
  for (const set of [cancelled, refunded]) late.push(await place(db, '2030-01-10', set))
  const leftLate = await place(db, '2030-01-10', left('2030-01-11'), cancelled)
  const score = await db.asService(readScore)
  expect(score.all).toEqual({ kept: 1, broken: 4, open: 0 })
  expect(score.broken).toHaveLength(4)
  for (const { order_number } of late) {
    const ended = { order_number, promised: '2030-01-10', left_on: null, ended_on: '2030-01-11', later: [] }
    expect(score.broken).toContainEqual(ended)
  }
  expect(score.broken).toContainEqual(
    expect.objectContaining({ order_number: leftLate.order_number, left_on: '2030-01-11' }),
  )
})

test('a garment’s score is of the orders with it, and an order of two garments counts for both', async () => {
  await using db = await testDatabase()
  await setClock(db, '2030-01-20T12:00:00Z')
  const line = (order: { id: string }, position: number, name: string, cancelled_quantity = 0) =>
    db.asService((tx) =>
      tx
        .insertInto('order_lines')
        .values({
          ...{
            order_id: order.id,
            position,
            name,
            product_id: crypto.randomUUID(),
            slug: 'a',
            size: '10-12',
            quantity: 1,
          },
          ...{ unit_price: sql`89`, dispatch_by: '2030-01-10', cancelled_quantity },
        } as never)
        .execute(),
    )
  const both = await place(db, '2030-01-10', left('2030-01-09'))
  const late = await place(db, '2030-01-10', left('2030-01-12'))
  await line(both, 1, 'Mary Dress')
  await line(both, 2, 'Mary Dress')
  await line(both, 3, 'Ruth Skirt')
  await line(late, 1, 'Ruth Skirt')
  await line(late, 2, 'Anna Coat', 1)
  const { garments } = await db.asService(readScore)
  expect(garments.filter(({ name }) => ['Mary Dress', 'Ruth Skirt', 'Anna Coat'].includes(name))).toEqual([
    { name: 'Ruth Skirt', kept: 1, broken: 1, open: 0 },
    { name: 'Mary Dress', kept: 1, broken: 0, open: 0 },
  ])
})

test('the day on which an order left is a day of the shop’s clock', async () => {
  await using db = await testDatabase()
  await setClock(db, '2030-07-20T12:00:00Z')
  // Half past midnight of the 11th in British summer time.
  await place(db, '2030-07-10', `order_status = 'shipped', shipped_at = '2030-07-10T23:30:00Z'`)
  expect((await db.asService(readScore)).all).toEqual({ kept: 0, broken: 1, open: 0 })
})

const garmentNames = ['Anna Coat', 'Mary Dress', 'Ruth Skirt', 'Sarah Abaya']
const someOrders = fc.array(
  fc.record({
    status: fc.constantFrom('pending', 'processing', 'shipped', 'shipped', 'delivered', 'cancelled'),
    isPaid: fc.boolean(),
    promised: fc.integer({ min: -400, max: 40 }),
    later: fc.option(fc.integer({ min: 1, max: 20 })),
    left: fc.option(fc.integer({ min: -20, max: 20 })),
    lines: fc.array(fc.record({ name: fc.nat({ max: 3 }), cancelled: fc.nat({ max: 1 }) }), { maxLength: 4 }),
  }),
  { minLength: 60, maxLength: 60 },
)

test('the score of any orders is what counting them one by one gives', async () => {
  await using db = await testDatabase()
  await setClock(db, '2030-01-20T12:00:00Z')
  const dayAt = (days: number) => new Date(Date.UTC(2030, 0, 20 + days)).toISOString().slice(0, 10)
  const run = (orders: string) =>
    db.asService((tx) =>
      sql`
        with one as (select *, gen_random_uuid() as id from jsonb_array_elements(${orders}::jsonb) as each (facts)),
        placed as (insert into public.pre_orders (id, product_name, product_size, product_price, final_amount, order_status,
            provider_state, payment_status, paid_at, dispatch_by, promised_dispatch_by, shipped_at)
          select id, 'a', 'M', 89, 89, facts ->> 'status', case when (facts ->> 'isPaid')::boolean then 'paid' else 'expired' end,
            case when (facts ->> 'isPaid')::boolean then 'paid' else 'pending' end,
            case when (facts ->> 'isPaid')::boolean then now() end, date '2030-01-20' + (facts ->> 'promised')::int
              + coalesce((facts ->> 'later')::int, 0),
            case when facts ->> 'later' is not null then date '2030-01-20' + (facts ->> 'promised')::int end,
            timestamptz '2030-01-20T12:00:00Z' + ((facts ->> 'promised')::int + (facts ->> 'left')::int) * interval '1 day'
            from one)
        insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity,
            cancelled_quantity, dispatch_by)
          select one.id, line.place, one.id, 'a', (${garmentNames}::text[])[(line.facts ->> 'name')::int + 1], 'M', 89, 1,
            (line.facts ->> 'cancelled')::int, '2030-01-20'
            from one, jsonb_array_elements(one.facts -> 'lines') with ordinality as line (facts, place)`.execute(tx),
    )
  await fc.assert(
    fc.asyncProperty(someOrders, async (orders) => {
      await db.asService((tx) => sql`delete from public.pre_orders`.execute(tx))
      await run(JSON.stringify(orders))
      const counted = orders.filter(
        ({ isPaid, status, promised, left }) =>
          isPaid && (status !== 'cancelled' || (left ?? 0) > 0) && dayAt(promised) >= '2029-01-20',
      )
      const isKept = ({ promised, left }: { promised: number; left: number | null }) =>
        left !== null ? left <= 0 : promised < 0 ? false : null
      const countOf = (some: typeof orders) => ({
        kept: some.filter((order) => isKept(order) === true).length,
        broken: some.filter((order) => isKept(order) === false).length,
        open: some.filter((order) => isKept(order) === null).length,
      })
      const monthOf = ({ promised }: { promised: number }) => dayAt(promised).slice(0, 7)
      const score = await db.asService(readScore)
      expect(score.all).toEqual(countOf(counted))
      expect(score.months).toEqual(
        [...new Set(counted.map(monthOf))]
          .sort()
          .reverse()
          .map((month) => ({ month, ...countOf(counted.filter((order) => monthOf(order) === month)) })),
      )
      const withGarment = garmentNames.map((name, place) => ({
        name,
        orders: counted.filter(({ lines }) => lines.some((line) => line.name === place && line.cancelled === 0)),
      }))
      expect(score.garments).toEqual(
        withGarment
          .filter((garment) => garment.orders.length > 0)
          .sort((a, b) => b.orders.length - a.orders.length)
          .map((garment) => ({ name: garment.name, ...countOf(garment.orders) })),
      )
      expect(score.broken).toHaveLength(Math.min(50, score.all.broken))
      // Before today: a promise that was kept early is decided on the day on which the order left.
      const { kept, broken } = countOf(
        counted.filter((order) => order.promised < 0 || (isKept(order) && order.promised + (order.left ?? 0) < 0)),
      )
      expect(await db.asService(readDecided)).toEqual({ kept, broken })
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

test('shoppers may read the score from thirty decided orders on', () => {
  expect(scoreSentence({ kept: 29, broken: 0 })).toBeNull()
  expect(scoreSentence({ kept: 22, broken: 7 })).toBeNull()
  expect(scoreSentence({ kept: 25, broken: minShown - 25 })).toBe(
    'In the last twelve months, 25 of 30 orders left on or before the day we gave.',
  )
})

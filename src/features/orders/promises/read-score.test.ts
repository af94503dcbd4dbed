import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { readScore } from './read-score.ts'
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
  await place(db, '2030-01-11', `order_status = 'cancelled'`)
  await place(db, '2030-01-11', `provider_state = 'refunded', refunded_amount = 93.5`)
  await db.order({ provider_state: 'expired', dispatch_by: '2030-01-11' })
  await place(db, '2028-12-01', left('2028-12-20'))
  const score = await db.asService(readScore)
  expect(score.all).toEqual({ kept: 3, broken: 2, open: 1 })
  expect(score.months).toEqual([
    { month: '2030-02', kept: 0, broken: 0, open: 1 },
    { month: '2030-01', kept: 3, broken: 2, open: 0 },
  ])
  expect(score.broken).toEqual([
    { order_number: waiting.order_number, promised: '2030-01-15', left_on: null, later: [] },
    {
      order_number: delayed.order_number,
      promised: '2030-01-10',
      left_on: '2030-01-16',
      later: [{ to: '2030-01-17', reason: 'The linen was late.' }],
    },
  ])
  expect(score.sentence).toBeNull()
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

test('shoppers may read the score from thirty decided orders on', () => {
  expect(scoreSentence({ kept: 29, broken: 0 })).toBeNull()
  expect(scoreSentence({ kept: 22, broken: 7 })).toBeNull()
  expect(scoreSentence({ kept: 25, broken: minShown - 25 })).toBe(
    'In the last twelve months, 25 of 30 orders left on or before the day we gave.',
  )
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shopDate } from '#base/shop-clock.ts'
import { countOrders } from '#features/orders/admin/api/count-orders.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { findToday } from './read-today.ts'

const paid = { payment_status: 'paid', provider_state: 'paid' } as const

async function add(db: TestDatabase, day: string, more: object = {}, quantity = 1): Promise<string> {
  const { id, order_number } = await db.order({ ...paid, dispatch_by: day, ...more })
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        ...{ order_id: id, position: 1, product_id: crypto.randomUUID(), slug: 'mary-dress', name: 'Mary Dress' },
        ...{ size: '10-12', unit_price: pounds(89), quantity, dispatch_by: day },
      })
      .execute(),
  )
  return order_number
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('the numbers are those of the views, with their pieces and first promise', async () => {
  await using db = await testDatabase()
  const far = '2031-05-01'
  await add(db, far, {}, 3)
  await add(db, '2031-04-02', {})
  await add(db, far, { order_status: 'processing' }, 2)
  await add(db, far, { order_status: 'processing', ready_at: new Date() })
  await add(db, far, { order_status: 'shipped' })
  await add(db, far, { payment_status: 'pending', provider_state: 'open' })
  const [cancelled] = [await add(db, far, {}, 2)]
  await db.asService((tx) =>
    sql`update order_lines set cancelled_quantity = 1
      where order_id = (select id from pre_orders where order_number = ${cancelled})`.execute(tx),
  )
  const today = await db.asService(findToday)
  expect(today).toMatchObject({
    to_cut: { orders: 3, pieces: 5, first: '2031-04-02' },
    to_pack: { orders: 1, pieces: 2, first: far },
    to_post: { orders: 1, pieces: 1, first: far },
    due: { late: 0, soon: 0, orders: [] },
    to_answer: { messages: 0, returns: 0, payments: 0, orders: 0, reviews: 0 },
  })
  const counts = await db.asService(countOrders)
  expect([today.to_cut.orders, today.to_pack.orders, today.to_post.orders]).toEqual([
    counts.to_make,
    counts.in_progress,
    counts.to_dispatch,
  ])
})

test('once she has moved a piece on the board, its pieces say what is to be cut, and what to be sewn and packed', async () => {
  await using db = await testDatabase()
  const far = '2031-05-01'
  await add(db, far, {}, 3)
  const begun = await add(db, '2031-04-02', { order_status: 'processing' }, 4)
  await add(db, far, { order_status: 'processing', ready_at: new Date() }, 2)
  expect(await db.asService(findToday)).toMatchObject({
    on_board: false,
    to_cut: { pieces: 3 },
    to_pack: { pieces: 4 },
  })
  await db.asService((tx) =>
    sql`insert into private.pieces (line_id, number, state)
      select l.id, worked.number, worked.state from order_lines l join pre_orders o on o.id = l.order_id,
        (values (1, 'cut'), (2, 'sewn'), (3, 'packed')) as worked (number, state)
       where o.order_number = ${begun}`.execute(tx),
  )
  expect(await db.asService(findToday)).toMatchObject({
    on_board: true,
    to_cut: { orders: 2, pieces: 4, first: '2031-04-02' },
    to_pack: { orders: 1, pieces: 2, first: '2031-04-02' },
    to_post: { orders: 1, pieces: 2 },
  })
  // A part of the order has left: its packed piece is the one.
  await db.asService((tx) =>
    sql`with sent as (insert into private.parcels (order_id, carrier) select id, 'Royal Mail' from pre_orders
          where order_number = ${begun} returning id, order_id)
      insert into private.parcel_lines (parcel_id, line_id, quantity)
        select sent.id, l.id, 2 from sent join order_lines l on l.order_id = sent.order_id`.execute(tx),
  )
  expect(await db.asService(findToday)).toMatchObject({
    to_cut: { orders: 2, pieces: 4 },
    to_pack: { orders: 1, pieces: 1 },
  })
})

test('due are the orders of the next three working days, without days off, that have not left', async () => {
  await using db = await testDatabase()
  const now = new Date()
  const today = shopDate(now)
  const third = dispatchBy({ orderedAt: now, productionDays: 3 }, { productionDays: 10, daysOff: [] })
  const until = third.toISOString().slice(0, 10)
  const late = await add(db, dayAfter(today, -2))
  const due = await add(db, today, { order_status: 'processing', ready_at: now })
  const soon = await add(db, until)
  await add(db, dayAfter(until, 1))
  await add(db, dayAfter(today, -9), { order_status: 'shipped' })
  const found = await db.asService(findToday)
  expect(found.due).toMatchObject({ until, late: 1, soon: 2 })
  expect(found.due.orders.map(({ order_number }) => order_number)).toEqual([late, due, soon])

  const week = { from: dayAfter(today, 1), until: dayAfter(today, 14) }
  await db.asService((tx) =>
    sql`insert into private.settings (name, value) values ('days_off', ${JSON.stringify([week])}::jsonb)`.execute(tx),
  )
  const off = await db.asService(findToday)
  expect(off.due.until > week.until).toBe(true)
  expect(off.due).toMatchObject({ late: 1, soon: 3 })
})

test('an order from which its customer has withdrawn is to be answered, not to be made', async () => {
  await using db = await testDatabase()
  const number = await add(db, '2020-01-15')
  await db.asService((tx) =>
    sql`with declared as (insert into private.returns (id, order_id, kind)
          select gen_random_uuid(), id, 'withdrawal' from pre_orders where order_number = ${number} returning id, order_id)
        insert into private.return_lines (return_id, line_id, quantity)
          select declared.id, line.id, 1 from declared join order_lines as line using (order_id)`.execute(tx),
  )
  const today = await db.asService(findToday)
  expect(today).toMatchObject({ due: { late: 0, soon: 0, orders: [] }, to_answer: { returns: 1 } })
})

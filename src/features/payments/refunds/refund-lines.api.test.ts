import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCutList, makePackingSlips } from '#features/orders/admin/api/print-orders.ts'
import { shipParcel } from '#features/orders/parcels/ship-parcel.ts'
import type { OrderEmailsShop, PaidOrder } from '#tests/fixtures/order-emails-shop.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type RefundsShop, startRefundsShop } from '#tests/fixtures/refunds-shop.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
  await shop.row(`update private.clock set ahead = '2030-01-02T12:00:00Z'::timestamptz - now()`)
})
afterAll(() => desk[Symbol.asyncDispose]())

const longPoll = { timeout: 30_000 }

/** A paid order of £89 and £4.50 delivery: two dresses of £35 less £7.07, and a skirt of £29 less £2.93. */
async function paidOrder(columns: object = {}) {
  const order = await shop.paidOrder()
  await shop.db.asService(async (tx) => {
    await tx.deleteFrom('order_lines').where('order_id', '=', order.id).execute()
    const line = { order_id: order.id, product_id: order.id, size: '10-12', dispatch_by: '2030-01-01' }
    const dress = {
      position: 0,
      slug: 'mary',
      name: 'Mary Dress',
      unit_price: pounds(35),
      quantity: 2,
      discount_amount: pounds(7.07),
    }
    const skirt = {
      position: 1,
      slug: 'ruth',
      name: 'Ruth Skirt',
      unit_price: pounds(29),
      quantity: 1,
      discount_amount: pounds(2.93),
    }
    await tx
      .insertInto('order_lines')
      .values([
        { ...line, ...dress },
        { ...line, ...skirt },
      ])
      .execute()
    const sums = { product_price: pounds(99), discount_amount: pounds(10), discount_code: 'TEN', discount_percent: 10 }
    await tx
      .updateTable('pre_orders')
      .set({ ...sums, ...columns })
      .where('id', '=', order.id)
      .execute()
  })
  return order
}

type Lines = { position: number; quantity: number }[]

function cancel(
  order: PaidOrder,
  lines: Lines,
  more: { version: number; refund?: boolean; request_id?: string; amount?: number },
) {
  const body = { order_number: order.order_number, lines, refund: true, request_id: crypto.randomUUID(), ...more }
  return desk.ask('cancel-lines', { body })
}

function refund(order: PaidOrder, lines: Lines, more: object = {}) {
  const body = { order_number: order.order_number, lines, reason: 'faulty', request_id: crypto.randomUUID(), ...more }
  return desk.ask('refund-lines', { body })
}

async function stateOf({ id }: PaidOrder) {
  return shop.db.asService(async (tx) => ({
    ...(await tx
      .selectFrom('pre_orders')
      .select(['version', 'product_name', 'product_price', 'shipping_amount', 'order_status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()),
    lines: await tx
      .selectFrom('order_lines')
      .select(['quantity', 'cancelled_quantity', 'discount_amount'])
      .where('order_id', '=', id)
      .orderBy('position')
      .execute(),
    refunds: await tx
      .selectFrom('private.refunds')
      .select(['id', 'amount', 'delivery_amount', 'reason'])
      .where('order_id', '=', id)
      .orderBy('requested_at')
      .execute(),
    edits: await tx
      .selectFrom('private.order_events')
      .select(['change as id', sql`facts -> 'changes'`.as('changes')])
      .where('order_id', '=', id)
      .where('kind', '=', 'edited')
      .execute(),
  }))
}

const amounts = async (order: PaidOrder) => (await stateOf(order)).refunds.map(({ amount }) => Number(amount))

test('one dress of two is cancelled and refunded to the penny, once for any number of presses', async () => {
  const order = await paidOrder()
  const { version } = await stateOf(order)
  const press = { version, request_id: crypto.randomUUID() }
  const responses = await Promise.all([1, 2, 3, 4].map(() => cancel(order, [{ position: 0, quantity: 1 }], press)))
  expect(responses.map(({ status, body }) => [status, body.refund_id])).toEqual(Array(4).fill([200, press.request_id]))
  const after = await stateOf(order)
  expect(after).toMatchObject({ product_name: 'Mary Dress, Ruth Skirt', order_status: 'pending' })
  expect(after.lines.map(({ cancelled_quantity }) => cancelled_quantity)).toEqual([1, 0])
  // £35.00 less half of £7.07, rounded in the customer's favour; shares and delivery of the rest stay as charged.
  expect(after.refunds).toMatchObject([{ reason: 'cancelled' }])
  expect(await amounts(order)).toEqual([31.47])
  expect([Number(after.product_price), Number(after.shipping_amount)]).toEqual([99, 4.5])
  expect(after.edits.map(({ id }) => id)).toEqual([press.request_id])
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 3147, refundable_pence: 6203 })
  expect((await shop.emails(order.id, 'order_changed')).length).toBe(1)
})

test('cancelled pieces are neither cut nor packed', async () => {
  const order = await paidOrder()
  await cancel(order, [{ position: 0, quantity: 1 }], { version: (await stateOf(order)).version, refund: false })
  const chosen = { orders: [order.order_number] }
  const { pieces } = await shop.db.asService((tx) => makeCutList(tx, chosen))
  expect(pieces.map(({ name }) => name)).toEqual(['Mary Dress', 'Ruth Skirt'])
  await cancel(order, [{ position: 1, quantity: 1 }], { version: (await stateOf(order)).version, refund: false })
  const { slips } = await shop.db.asService((tx) => makePackingSlips(tx, chosen))
  expect(slips[0]?.lines.map(({ name, quantity }) => [name, quantity])).toEqual([['Mary Dress', 1]])
})

test('pieces that have left in a parcel are counted apart and refused, and those that remain are cancelled', async () => {
  const order = await paidOrder()
  const one = [{ position: 0, quantity: 1 }]
  await shop.db.asService((tx) =>
    shipParcel(tx, { orderNumber: order.order_number, pieces: one, trackingNumber: 'AA123456785GB' }),
  )
  expect((await desk.money(order)).lines.map(({ sent }) => sent)).toEqual([1, 0])
  const { version } = await stateOf(order)
  const refused = await cancel(order, [{ position: 0, quantity: 2 }], { version, refund: false })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('has left in a parcel') } })
  expect((await cancel(order, one, { version, refund: false })).status).toBe(200)
})

/** The order's dispatch and arrival day. */
async function daysOf({ id }: PaidOrder) {
  const row = await shop.row<{ dispatch_by: string; arrive_by: string }>(
    'select dispatch_by::text, arrive_by::text from pre_orders where id = $1',
    [id],
  )
  return [row.dispatch_by, row.arrive_by]
}

test('without its latest garment an order is promised for the day of the others, and an undo restores both days', async () => {
  const order = await paidOrder({ dispatch_by: '2030-02-13', arrive_by: '2030-02-18' })
  await shop.row(`update order_lines set dispatch_by = '2030-02-13' where order_id = $1 and position = 1`, [order.id])
  await shop.row(`update order_lines set dispatch_by = '2030-01-11' where order_id = $1 and position = 0`, [order.id])
  const { version } = await stateOf(order)
  expect((await cancel(order, [{ position: 1, quantity: 1 }], { version, refund: false })).status).toBe(200)
  expect(await daysOf(order)).toEqual(['2030-01-11', '2030-01-16'])
  await shop.pass(2)
  const [edit] = (await stateOf(order)).edits
  const sent = () => shop.smtp.received.find(({ messageId }) => messageId.includes(edit?.id ?? 'none'))?.message
  await expect.poll(sent, longPoll).toContain('Friday 11 January 2030')
  expect(sent()?.replaceAll(/=\n|\s+/g, ' ')).toContain('Wednesday 16 January')
  const undone = await desk.ask('undo-order-edit', { body: { order_number: order.order_number, edit_id: edit?.id } })
  expect(undone.status).toBe(200)
  expect(await daysOf(order)).toEqual(['2030-02-13', '2030-02-18'])
})

test('with a capacity the rest of an order moves forward only to a day that has room for it', async () => {
  // The orders of other tests are no work.
  await shop.row('update order_lines set work_hundredths = 0')
  // One piece a working day from Monday 7 January on, and Friday's five are promised to another customer.
  const five = JSON.stringify([{ from: '2030-01-07', pieces: 5 }])
  await shop.row(`insert into private.settings (name, value) values ('capacity', $1)`, [five])
  const other = await paidOrder({ dispatch_by: '2030-01-11' })
  await shop.row('update order_lines set quantity = 1, work_hundredths = 250 where order_id = $1', [other.id])
  const order = await paidOrder({ dispatch_by: '2030-02-13', arrive_by: '2030-02-18' })
  await shop.row(`update order_lines set dispatch_by = '2030-02-13' where order_id = $1 and position = 1`, [order.id])
  await shop.row(
    `update order_lines set dispatch_by = '2030-01-11', quantity = 1 where order_id = $1 and position = 0`,
    [order.id],
  )
  const { version } = await stateOf(order)
  expect((await cancel(order, [{ position: 1, quantity: 1 }], { version, refund: false })).status).toBe(200)
  expect((await daysOf(order))[0]).toBe('2030-01-14')
  await shop.row(`delete from private.settings where name = 'capacity'`)
})

test('a cancelled garment that is restored leaves a day that the owner chose before where it was', async () => {
  const order = await paidOrder({ dispatch_by: '2030-02-01', arrive_by: '2030-02-06' })
  await shop.row(`update order_lines set dispatch_by = '2030-02-13' where order_id = $1 and position = 1`, [order.id])
  await shop.row(`update order_lines set dispatch_by = '2030-01-11' where order_id = $1 and position = 0`, [order.id])
  const cancelSkirt = async () => {
    const request_id = crypto.randomUUID()
    const more = { version: (await stateOf(order)).version, refund: false, request_id }
    expect((await cancel(order, [{ position: 1, quantity: 1 }], more)).status).toBe(200)
    return request_id
  }
  const undo = async (edit_id: string) =>
    (await desk.ask('undo-order-edit', { body: { order_number: order.order_number, edit_id } })).status
  const edit = await cancelSkirt()
  expect(await daysOf(order)).toEqual(['2030-02-01', '2030-02-06'])
  expect(await undo(edit)).toBe(200)
  expect(await daysOf(order)).toEqual(['2030-02-01', '2030-02-06'])

  // A day that was chosen for what is left is too early for the garment.
  const again = await cancelSkirt()
  const day = { order_number: order.order_number, dispatch_by: '2030-01-20' }
  expect((await desk.ask('announce-delay', { body: day })).status).toBe(200)
  expect(await undo(again)).toBe(200)
  expect(await daysOf(order)).toEqual(['2030-02-13', '2030-02-18'])
})

test('of two owners who cancel at once, the second gets a conflict', async () => {
  const order = await paidOrder()
  const { version } = await stateOf(order)
  const responses = await Promise.all([
    cancel(order, [{ position: 0, quantity: 1 }], { version }),
    cancel(order, [{ position: 0, quantity: 1 }], { version }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await amounts(order)).toEqual([31.47])
})

test('pieces that are the whole order, unknown, cancelled or sent are not cancelled', async () => {
  const order = await paidOrder()
  const { version } = await stateOf(order)
  const all = [
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ]
  expect(await cancel(order, all, { version })).toMatchObject({ status: 409 })
  expect(await cancel(order, [{ position: 7, quantity: 1 }], { version })).toMatchObject({ status: 400 })
  expect(await cancel(order, [{ position: 1, quantity: 2 }], { version })).toMatchObject({ status: 409 })
  expect(await cancel(order, [], { version })).toMatchObject({ status: 400 })
  const sent = await paidOrder({ order_status: 'shipped' })
  const line = [{ position: 1, quantity: 1 }]
  expect(await cancel(sent, line, { version: (await stateOf(sent)).version })).toMatchObject({ status: 409 })
  expect([await amounts(order), await amounts(sent)]).toEqual([[], []])
})

test('all pieces and the delivery, refunded one by one, add up to what was paid, and no piece twice', async () => {
  const order = await paidOrder({ order_status: 'delivered' })
  const dress = [{ position: 0, quantity: 1 }]
  for (const lines of [dress, [{ position: 1, quantity: 1 }], dress]) {
    expect((await refund(order, lines)).status).toBe(200)
  }
  expect(await amounts(order)).toEqual([31.47, 26.07, 31.46])
  expect(await refund(order, dress)).toMatchObject({ status: 400, body: { details: [{ path: 'lines' }] } })
  const deliveries = await Promise.all([1, 2].map(() => refund(order, [], { with_delivery: true })))
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200])
  expect((await amounts(order)).reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(9350)
  await expect
    .poll(() => desk.money(order), longPoll)
    .toMatchObject({ provider_state: 'refunded', refundable_pence: 0 })
})

test('a refund by garment never exceeds what is left, and a failed one frees its pieces', async () => {
  const order = await paidOrder()
  await desk.giveBack(order, 90)
  expect(await refund(order, [{ position: 1, quantity: 1 }])).toMatchObject({
    status: 400,
    body: { message: 'At most £3.50 can still be refunded.' },
  })
  const other = await paidOrder()
  const line = [{ position: 1, quantity: 1 }]
  expect((await refund(other, line)).status).toBe(200)
  await expect.poll(() => desk.money(other), longPoll).toMatchObject({ refunded_pence: 2607 })
  await shop.db.asService((tx) =>
    tx.updateTable('private.refunds').set({ state: 'failed', failure: 'x' }).where('order_id', '=', other.id).execute(),
  )
  await shop.db.asService((tx) =>
    tx
      .updateTable('pre_orders')
      .set({ refunded_amount: pounds(0) })
      .where('id', '=', other.id)
      .execute(),
  )
  expect((await refund(other, line)).status).toBe(200)
})

test('after a refund by amount, a garment is cancelled or refunded with what the owner confirms, up to what is left', async () => {
  const order = await paidOrder()
  await desk.giveBack(order, 90)
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 9000 })
  const { version } = await stateOf(order)
  const dress = [{ position: 0, quantity: 1 }]
  expect(await cancel(order, dress, { version, amount: 3.51 })).toMatchObject({ status: 400 })
  expect(await cancel(order, dress, { version, amount: 0 })).toMatchObject({ status: 400 })
  expect((await stateOf(order)).lines[0]).toMatchObject({ cancelled_quantity: 0 })
  expect((await cancel(order, dress, { version, amount: 3.5 })).status).toBe(200)
  expect(await amounts(order)).toEqual([90, 3.5])
  expect((await stateOf(order)).lines[0]).toMatchObject({ cancelled_quantity: 1 })
  expect((await desk.money(order)).refunds).toMatchObject([{ garments: 'Mary Dress' }, { garments: null }])

  const other = await paidOrder()
  await desk.giveBack(other, 10)
  expect(await refund(other, dress, { amount: 31.48 })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('£31.47'), details: [{ path: 'amount' }] },
  })
  expect((await refund(other, dress, { amount: '21.47' })).status).toBe(200)
  expect(await amounts(other)).toEqual([10, 21.47])
})

test('delivery that was refunded is not offered again, and the list says what it was for', async () => {
  const order = await paidOrder()
  expect(await desk.money(order)).toMatchObject({ delivery_left_pence: 450 })
  expect((await refund(order, [{ position: 1, quantity: 1 }], { with_delivery: true, amount: 30.57 })).status).toBe(200)
  expect(await desk.money(order)).toMatchObject({
    delivery_left_pence: 0,
    refunds: [{ amount_pence: 3057, garments: 'Ruth Skirt, delivery' }],
  })
  expect(await refund(order, [], { with_delivery: true, amount: 4.5 })).toMatchObject({ status: 400 })
})

const anyStep = fc.oneof(
  fc.record({ by: fc.constant('amount' as const), pence: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({
    by: fc.constant('line' as const),
    position: fc.integer({ min: 0, max: 1 }),
    with_delivery: fc.boolean(),
    least: fc.boolean(),
  }),
  fc.record({ by: fc.constant('cancelling' as const), position: fc.integer({ min: 0, max: 1 }) }),
)

test('refunds by line and by amount, in any order and at once, never exceed the payment; the provider has the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), async (rounds) => {
      const order = await paidOrder()
      for (const round of rounds) {
        const { version } = await stateOf(order)
        const answers = await Promise.all(
          round.map((step) => {
            if (step.by === 'amount') return desk.giveBack(order, step.pence / 100)
            const lines = [{ position: step.position, quantity: 1 }]
            if (step.by === 'cancelling') return cancel(order, lines, { version })
            return refund(order, lines, { with_delivery: step.with_delivery, ...(step.least && { amount: 0.01 }) })
          }),
        )
        expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
      }
      const sum = (await amounts(order)).reduce((all, amount) => all + Math.round(amount * 100), 0)
      expect(sum).toBeLessThanOrEqual(9350)
      await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(sum)
      const ledger = await desk.ledger(order)
      expect(ledger.refunded_amount).toBe(sum)
      expect(await desk.money(order)).toMatchObject({ refundable_pence: 9350 - sum })
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('a garment is cancelled without a refund, and that is undone while the pieces are free', async () => {
  const order = await paidOrder()
  const request_id = crypto.randomUUID()
  const line = [{ position: 1, quantity: 1 }]
  const { version } = await stateOf(order)
  expect(await cancel(order, line, { version, refund: false, request_id })).toMatchObject({
    status: 200,
    body: { refund_id: null },
  })
  const undo = () => desk.ask('undo-order-edit', { body: { order_number: order.order_number, edit_id: request_id } })
  expect((await undo()).status).toBe(200)
  expect((await stateOf(order)).lines.map(({ cancelled_quantity }) => cancelled_quantity)).toEqual([0, 0])
  const refunded = { version: (await stateOf(order)).version, request_id: crypto.randomUUID() }
  await cancel(order, line, refunded)
  expect(
    await desk.ask('undo-order-edit', {
      body: { order_number: order.order_number, edit_id: refunded.request_id },
    }),
  ).toMatchObject({ status: 409, body: { message: expect.stringContaining('Money moved') } })
})

test('a cancelled piece of a limited pre-order is free for the next customer, and taken again by an undo only while it is', async () => {
  const order = await paidOrder()
  const product = await shop.db.asService((tx) =>
    tx
      .insertInto('products')
      .values({
        name: 'Esther Gown',
        slug: `esther-${order.id}`,
        price: pounds(35),
        sizes: ['10-12'],
        is_preorder: true,
        preorder_end_date: new Date('2090-01-01'),
        preorder_limit: 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await shop.db.asService((tx) =>
    tx
      .updateTable('order_lines')
      .set({ product_id: product.id, is_preorder: true })
      .where('order_id', '=', order.id)
      .where('position', '=', 0)
      .execute(),
  )
  const sold = async () =>
    (await shop.row<{ sold: number }>('select private.sold_units($1)::int as sold', [product.id])).sold
  expect(await sold()).toBe(2)
  const request_id = crypto.randomUUID()
  const { version } = await stateOf(order)
  await cancel(order, [{ position: 0, quantity: 1 }], { version, refund: false, request_id })
  expect(await sold()).toBe(1)
  await shop.db.asService((tx) =>
    tx.updateTable('products').set({ preorder_limit: 1 }).where('id', '=', product.id).execute(),
  )
  const undo = () => desk.ask('undo-order-edit', { body: { order_number: order.order_number, edit_id: request_id } })
  expect(await undo()).toMatchObject({ status: 409, body: { message: expect.stringContaining('sold') } })
  await shop.db.asService((tx) =>
    tx.updateTable('products').set({ preorder_limit: 2 }).where('id', '=', product.id).execute(),
  )
  expect((await undo()).status).toBe(200)
  expect(await sold()).toBe(2)
})

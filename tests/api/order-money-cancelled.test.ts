import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderEmailsShop } from '../fixtures/order-emails-shop.ts'
import { type RefundsShop, startRefundsShop } from '../fixtures/refunds-shop.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
})
afterEach(() => shop.refuseRefunds(false))
afterAll(() => desk[Symbol.asyncDispose]())

const patient = { timeout: 30_000 }

test('a paid order is cancelled with its refund, once, with e-mails in the right order', async () => {
  const order = await shop.paidOrder()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => desk.cancel(order, true, { reason: 'She asked' })),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  await expect
    .poll(() => desk.money(order), patient)
    .toMatchObject({ order_status: 'cancelled', provider_state: 'refunded', review_notes: [] })
  const after = await desk.money(order)
  expect(after.refunds).toMatchObject([{ amount_pence: 9350, reason: 'cancelled' }])
  expect(after.history.map(({ said }) => said)).toContain('The order was cancelled with its refund. ‘She asked’')
  await expect.poll(() => desk.subjects(order), patient).toEqual(['93.5'])
  const sent = shop.smtp.received
    .filter(({ messageId }) => messageId.includes(order.id))
    .map(({ messageId }) => messageId)
  expect(sent.findIndex((id) => id.includes('order_cancelled'))).toBeLessThan(
    sent.findIndex((id) => id.includes('order_refunded')),
  )
})

test('a cancellation without a refund leaves the order owed until it is refunded', async () => {
  const order = await shop.paidOrder()
  expect((await desk.cancel(order, false)).body).toMatchObject({
    order_status: 'cancelled',
    refundable_pence: 9350,
    refunds: [],
  })
  expect(await desk.money(order)).toMatchObject({ review_notes: [{ kind: 'refund_owed' }] })
  await desk.giveBack(order, null, { reason: 'cancelled' })
  await expect.poll(() => desk.money(order), patient).toMatchObject({ provider_state: 'refunded', review_notes: [] })
})

test('a shipped order cannot be cancelled, and a free one refunds nothing', async () => {
  const sent = await shop.paidOrder()
  await shop
    .client(shop.serviceRoleKey)
    .from('pre_orders')
    .update({ order_status: 'shipped' })
    .eq('id', sent.id)
    .throwOnError()
  expect(await desk.cancel(sent, true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const free = await shop.db.order({
    product_price: 0,
    final_amount: 0,
    provider_state: 'paid',
    payment_status: 'paid',
    paid_at: new Date(),
    payment_session_id: 'cs_test_free',
    customer_email: 'ruth@example.com',
  })
  expect((await desk.cancel(free, true)).body).toMatchObject({
    order_status: 'cancelled',
    review_notes: [],
    refunds: [],
  })
  expect(await desk.giveBack({ ...free, sessionId: '' }, 1)).toMatchObject({ status: 409 })
})

test('an order whose status was set to cancelled, also after dispatch, is refunded once its e-mail is sent', async () => {
  const order = await shop.paidOrder()
  const rows = shop.client(shop.serviceRoleKey).from('pre_orders')
  await rows.update({ order_status: 'shipped' }).eq('id', order.id).throwOnError()
  await rows.update({ order_status: 'cancelled' }).eq('id', order.id).throwOnError()
  expect(await desk.cancel(order, true)).toMatchObject({ status: 200, body: { refund_id: expect.any(String) } })
  await expect
    .poll(() => desk.money(order), patient)
    .toMatchObject({ order_status: 'cancelled', provider_state: 'refunded', review_notes: [] })
  // Without the refund the e-mail would wait a minute.
  await expect.poll(() => desk.subjects(order), patient).toEqual(['93.5'])
  const sent = shop.smtp.received
    .filter(({ messageId }) => messageId.includes(order.id))
    .map(({ messageId }) => messageId)
  expect(sent.findIndex((id) => id.includes('order_cancelled'))).toBeGreaterThan(-1)
  expect(sent.findIndex((id) => id.includes('order_cancelled'))).toBeLessThan(
    sent.findIndex((id) => id.includes('order_refunded')),
  )
  expect((await desk.cancel(order, true)).body).toMatchObject({ refund_id: null })
})

test('the refund of a cancellation waits while the order is revived', async () => {
  const order = await shop.paidOrder()
  shop.refuseRefunds(true)
  await desk.cancel(order, true)
  await expect.poll(() => desk.attemptsOf(order), patient).toBe(1)
  await shop
    .client(shop.serviceRoleKey)
    .from('pre_orders')
    .update({ order_status: 'processing' })
    .eq('id', order.id)
    .throwOnError()
  shop.refuseRefunds(false)
  await shop.pass(5)
  const other = await shop.paidOrder()
  await desk.cancel(other, true)
  await expect.poll(() => desk.money(other), patient).toMatchObject({ provider_state: 'refunded' })
  expect(await desk.money(order)).toMatchObject({
    provider_state: 'paid',
    refunds: [{ state: 'requested', held: true }],
  })
})

test('an unpaid order is cancelled with its session; one paid meanwhile counts as paid', async () => {
  const open = await shop.openOrder()
  expect((await desk.cancel(open, true)).body).toMatchObject({
    order_status: 'cancelled',
    provider_state: 'expired',
    refunds: [],
  })
  expect(await shop.emails(open.id)).toEqual([])
  const paid = await shop.openOrder()
  await shop.pay(paid)
  expect((await desk.cancel(paid, true)).status).toBe(200)
  await expect
    .poll(() => desk.money(paid), patient)
    .toMatchObject({ order_status: 'cancelled', provider_state: 'refunded' })
})

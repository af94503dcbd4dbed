import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { settleOrder } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { readOrderMoney } from './read-order-money.ts'
import { readUndecidedPayment } from './refunds.api.ts'
import { type RefundRequest, requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/** An order of £93.50 paid by card, and Stripe's payment. */
async function paidOrder(shop: StripeShop) {
  const sessionId = await shop.openPage()
  await shop.stripe.pay(sessionId)
  await deliverEvents(shop)
  const { id } = await shop.order(sessionId)
  return { id, sessionId, paymentId: paymentOf(shop, sessionId) }
}

function paymentOf({ stripe }: StripeShop, sessionId: string): string {
  return String(stripe.ledger.sessions().find(({ id }) => id === sessionId)?.payment_intent)
}

/** Delivers Stripe's events and runs the jobs. */
async function deliverEvents(shop: StripeShop): Promise<void> {
  await shop.stripe.flush()
  await shop.runJobs()
}

function requestRefundOf(shop: StripeShop, orderId: string, more: Partial<RefundRequest> = {}): Promise<string> {
  const request = { orderId, amountPence: 'rest', reason: 'goodwill', note: null, requestedBy: null, ...more } as const
  return shop.db.asService((tx) => requestRefund(tx, shop.paymentDeps, request))
}

function refundsOf({ db }: StripeShop, orderId: string) {
  return db.asService((tx) =>
    tx
      .selectFrom('private.refunds')
      .select(['id', 'amount', 'state', 'source', 'failure', 'attempts'])
      .where('order_id', '=', orderId)
      .orderBy('requested_at')
      .execute(),
  )
}

function money({ db }: StripeShop, orderId: string) {
  return db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['provider_state', 'refunded_amount', openNotes('pre_orders.id').as('review_notes')])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )
}

/** The data of the e-mails about refunds. */
async function refundEmailsOf({ db }: StripeShop, orderId: string): Promise<unknown[]> {
  const emails = await db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select('data')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'order_refunded')
      .execute(),
  )
  return emails.map(({ data }) => data)
}

/** Makes the next attempts due now. */
function makeDue({ db }: StripeShop): Promise<unknown> {
  return db.asService((tx) =>
    sql`update private.refunds set next_attempt_at = now() where state = 'requested'`.execute(tx),
  )
}

test('a refund in Stripe’s dashboard is stored, and the rest can be refunded here', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  await shop.stripe.refund(order.paymentId, 2000)
  await deliverEvents(shop)
  expect(await refundsOf(shop, order.id)).toMatchObject([{ amount: '20.00', source: 'provider', state: 'succeeded' }])
  expect(await money(shop, order.id)).toMatchObject({ provider_state: 'partly_refunded', refunded_amount: '20.00' })
  await expect(requestRefundOf(shop, order.id, { amountPence: pence(7351) })).rejects.toMatchObject({
    code: 'bad_request',
  })
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id))
  expect(await money(shop, order.id)).toMatchObject({ provider_state: 'refunded', review_notes: [] })
  expect(shop.stripe.ledger.refunds().map(({ amount }) => amount)).toEqual([2000, 7350])
})

test('a refund that fails days later is owed again until another one succeeds', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  shop.stripe.refundsBegin = 'pending'
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id))
  expect(await refundsOf(shop, order.id)).toMatchObject([{ state: 'pending' }])
  expect(await money(shop, order.id)).toMatchObject({ provider_state: 'refunded' })
  await shop.stripe.failRefund(shop.stripe.ledger.refunds()[0]?.id ?? '')
  await deliverEvents(shop)
  expect(await refundsOf(shop, order.id)).toMatchObject([{ state: 'failed', failure: expect.any(String) }])
  expect(await money(shop, order.id)).toMatchObject({
    provider_state: 'paid',
    refunded_amount: '0.00',
    review_notes: [expect.objectContaining({ kind: 'refund_failed', amountPence: 9350 })],
  })
  shop.stripe.refundsBegin = 'succeeded'
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id))
  expect(await money(shop, order.id)).toMatchObject({ provider_state: 'refunded', review_notes: [] })
})

test.each(['error_500_after_effect', 'cut', 'error_500', 'rate_limited', 'conflict'] as const)(
  'Stripe’s response is lost (%s): the refund is made once, and stored',
  async (kind) => {
    await using shop = await stripeShop({ deliverer: 'hold' })
    const order = await paidOrder(shop)
    shop.stripe.faults.next({ method: 'POST', path: '/v1/refunds', kind, times: 3 })
    const id = await requestRefundOf(shop, order.id, { amountPence: pence(2000) })
    for (let tries = 0; tries < 6; tries += 1) {
      await sendRefund(shop.paymentDeps)(id)
      await makeDue(shop)
    }
    expect(await refundsOf(shop, order.id)).toMatchObject([{ id, state: 'succeeded' }])
    expect(shop.stripe.ledger.refunds().map(({ amount, metadata }) => [amount, metadata?.reference])).toEqual([
      [2000, id],
    ])
    expect(await money(shop, order.id)).toMatchObject({ refunded_amount: '20.00', review_notes: [] })
  },
)

test('one refund sent by many jobs, and twenty requested at once, never exceed the payment', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const id = await requestRefundOf(shop, order.id, { amountPence: pence(1000) })
  await Promise.all(Array.from({ length: 10 }, () => sendRefund(shop.paymentDeps)(id)))
  expect(shop.stripe.ledger.refunds()).toHaveLength(1)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => requestRefundOf(shop, order.id, { amountPence: pence(2000) })),
  )
  const ids = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(ids).toHaveLength(4)
  await Promise.all([...ids, ...ids].map((each) => sendRefund(shop.paymentDeps)(each)))
  expect(await money(shop, order.id)).toMatchObject({ refunded_amount: '90.00' })
  expect(shop.stripe.ledger.refunds().map(({ amount }) => amount)).toEqual([1000, 2000, 2000, 2000, 2000])
})

test('a lost dispute’s payment is not refunded, and the reason is Stripe’s own text', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const id = await requestRefundOf(shop, order.id, { amountPence: pence(2000) })
  await shop.stripe.dispute(order.paymentId)
  await sendRefund(shop.paymentDeps)(id)
  expect(await refundsOf(shop, order.id)).toMatchObject([
    { state: 'failed', failure: expect.stringMatching(/charged back/) },
  ])
  expect((await money(shop, order.id)).review_notes).toContainEqual({ kind: 'refund_refused' })
  await expect(requestRefundOf(shop, order.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('an inquiry allows refunds; an open or decided dispute does not', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const { order_number } = await shop.order(order.sessionId)
  const readMoney = () => shop.db.asService((tx) => readOrderMoney(tx, shop.paymentDeps.provider, order_number))
  const inquiry = await shop.stripe.dispute(order.paymentId, { isInquiry: true })
  await deliverEvents(shop)
  expect(await readMoney()).toMatchObject({
    provider_state: 'disputed',
    refundable_pence: 9350,
    not_refundable: null,
    disputes: [{ status: 'warning' }],
    lines: [{ name: 'Mary Dress', size: '10-12', quantity: 1, price_pence: 8900 }],
  })
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id, { amountPence: pence(2000) }))
  expect(await readMoney()).toMatchObject({
    refunded_pence: 2000,
    refundable_pence: 7350,
    refunds: [{ state: 'succeeded', was_told: false }],
  })
  await shop.stripe.closeDispute(inquiry.id, 'won')
  const { id } = await shop.stripe.dispute(order.paymentId)
  await deliverEvents(shop)
  expect(await readMoney()).toMatchObject({ refundable_pence: 0, not_refundable: 'disputed' })
  await expect(requestRefundOf(shop, order.id)).rejects.toMatchObject({ code: 'conflict' })
  await shop.stripe.closeDispute(id, 'lost')
  await deliverEvents(shop)
  expect(await readMoney()).toMatchObject({
    provider_state: 'disputed',
    refundable_pence: 0,
    not_refundable: 'disputed',
  })
})

test('a refund that fails after its e-mail was sent says so', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const { order_number } = await shop.order(order.sessionId)
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id, { amountPence: pence(2000) }))
  await shop.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('kind', '=', 'order_refunded').execute(),
  )
  await shop.stripe.failRefund(shop.stripe.ledger.refunds()[0]?.id ?? '')
  await deliverEvents(shop)
  const money = await shop.db.asService((tx) => readOrderMoney(tx, shop.paymentDeps.provider, order_number))
  expect(money.refunds).toMatchObject([{ state: 'failed', was_told: true }])
})

test.each([
  ['down', 'payment_provider_down'],
  ['bad_request', 'payment_refused'],
] as const)('with Stripe’s fault %s the owner reads that the order is not cancelled', async (kind, code) => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const sessionId = await shop.openPage()
  const { order_number: orderNumber } = await shop.order(sessionId)
  shop.stripe.faults.next({ kind, times: 20 })
  const cancellation = { orderNumber, reason: null, refund: true, requestedBy: null }
  await expect(cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })).rejects.toMatchObject(
    { code, message: expect.stringContaining('so the order hasn’t been cancelled') },
  )
})

test('an undecided payment is listed with its amount until it is decided', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const sessionId = await shop.openPage()
  const { order_number } = await shop.order(sessionId)
  expect(await readUndecidedPayment(shop.paymentDeps, order_number)).toBeNull()
  await shop.stripe.pay(sessionId, { how: 'klarna_later' })
  await deliverEvents(shop)
  expect(await readUndecidedPayment(shop.paymentDeps, order_number)).toBe(9350)
  await shop.stripe.settleLater(sessionId, 'succeeded')
  await deliverEvents(shop)
  expect(await readUndecidedPayment(shop.paymentDeps, order_number)).toBeNull()
})

test('a second payment is refunded the same way, and the order keeps its own', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const second = await shop.paymentDeps.provider.createSession({
    orderId: order.id,
    orderNumber: 'TKW-SECOND',
    idempotencyKey: randomUUID(),
    lines: [{ name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 1, imageUrl: null }],
    discount: null,
    deliveryOptions: [
      { id: 'tracked-48', label: 'Royal Mail Tracked 48', pricePence: 450, transit: '2-3 working days' },
    ],
    countries: ['GB'],
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'http://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/',
    dispatchNote: 'Leaves by Tuesday 15 January',
  })
  await shop.stripe.pay(second.id)
  await settleOrder(shop.paymentDeps, second.id)
  expect((await money(shop, order.id)).review_notes).toEqual([{ kind: 'paid_twice', sessionId: second.id }])
  const payment = { sessionId: second.id, paidPence: pence(9350) }
  await expect(requestRefundOf(shop, order.id, { payment, amountPence: pence(9351) })).rejects.toMatchObject({
    code: 'bad_request',
  })
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id, { payment, reason: 'duplicate' }))
  expect(await money(shop, order.id)).toMatchObject({
    provider_state: 'paid',
    refunded_amount: '0.00',
    review_notes: [],
  })
  expect(await refundEmailsOf(shop, order.id)).toEqual([{ refunded: 93.5, total: 93.5, second: true }])
  expect(shop.stripe.ledger.refunds()).toMatchObject([{ amount: 9350, payment_intent: paymentOf(shop, second.id) }])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { catchUp, storeMissedEvents } from '#features/payments/catch-up.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'

test.each([
  ['the webhook alone', async (shop: StripeShop) => webhook(shop)],
  ['the success page alone', async (shop: StripeShop, id: string) => shop.status(id)],
  ['the webhook first', async (shop: StripeShop, id: string) => [await webhook(shop), await shop.status(id)]],
  ['the success page first', async (shop: StripeShop, id: string) => [await shop.status(id), await webhook(shop)]],
  [
    'both at once, fifty times',
    async (shop: StripeShop, id: string) =>
      Promise.all([
        webhook(shop),
        ...Array.from({ length: 50 }, () => settleOrder(shop.paymentDeps, id)),
        ...Array.from({ length: 10 }, () => shop.status(id)),
      ]),
  ],
])(
  'over Stripe, %s makes one order paid, with one letter and one use of the code',
  async (_, tell) => {
    await using shop = await stripeShop({ deliverer: 'hold' })
    const { code } = await shop.db.discountCode({ max_redemptions: 1 })
    const id = await shop.openPage({ discountCode: code })
    await shop.stripe.pay(id)
    await tell(shop, id)

    const order = await shop.order(id)
    expect(order).toMatchObject({ provider_state: 'paid', payment_status: 'paid', review_notes: [] })
    expect(order.payment_id).toBe(shop.stripe.ledger.payments()[0]?.id)
    expect(Number(order.final_amount) * 100).toBeCloseTo(shop.stripe.ledger.sessions()[0]?.amount_total ?? 0)
    expect(await shop.count('pre_orders')).toBe(1)
    expect(await shop.count('private.outbox')).toBe(1)
    const [used] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
    expect(used).toMatchObject({ held: 0, redeemed: 1 })
  },
  30_000,
)

/** Delivers every event of Stripe ten times at once, then runs the jobs. */
async function webhook(shop: StripeShop): Promise<void> {
  for (const event of shop.stripe.held()) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => shop.stripe.webhooks.send(event)))
    expect(responses).toEqual(Array(10).fill(200))
  }
  await shop.runJobs()
}

async function paidOrder(shop: StripeShop) {
  const id = await shop.openPage()
  await shop.stripe.pay(id)
  await shop.runJobs()
  return shop.order(id)
}

async function booksOf(shop: StripeShop) {
  return shop.db.asService(async (tx) => ({
    refunds: await tx.selectFrom('private.refunds').selectAll().execute(),
    disputes: await tx.selectFrom('private.disputes').selectAll().execute(),
    warnings: await tx.selectFrom('private.fraud_warnings').selectAll().execute(),
    unhandled: await tx.selectFrom('private.payment_events').select('id').where('handled_at', 'is', null).execute(),
  }))
}

test('a delayed payment makes the order paid when it arrives, and not before', async () => {
  await using shop = await stripeShop()
  const id = await shop.openPage()
  await shop.stripe.pay(id, { how: 'klarna_later' })
  await shop.runJobs()
  expect(await shop.order(id)).toMatchObject({ provider_state: 'open', payment_status: 'pending' })
  expect(await shop.status(id)).toBe('confirming')
  await shop.stripe.settleLater(id, 'failed')
  await shop.runJobs()
  expect(await shop.order(id)).toMatchObject({ provider_state: 'failed', payment_status: 'pending' })
  expect(await shop.count('private.outbox')).toBe(0)

  const other = await shop.openPage()
  await shop.stripe.pay(other, { how: 'klarna_later' })
  await shop.stripe.settleLater(other, 'succeeded')
  await shop.runJobs()
  expect(await shop.order(other)).toMatchObject({ provider_state: 'paid', payment_status: 'paid' })
  expect((await booksOf(shop)).unhandled).toEqual([])
})

test('a refund in the dashboard is stored, its failure adds a note, and another one removes the note', async () => {
  await using shop = await stripeShop()
  const { payment_session_id, payment_id } = await paidOrder(shop)
  const [session, payment] = [payment_session_id ?? '', payment_id ?? '']
  const refund = await shop.stripe.refund(payment, 1_000)
  await shop.runJobs()
  expect(await shop.order(session)).toMatchObject({ provider_state: 'partly_refunded', refunded_amount: '10.00' })
  expect((await booksOf(shop)).refunds).toMatchObject([
    { provider_refund_id: refund.id, amount: '10.00', source: 'provider', state: 'succeeded' },
  ])

  await shop.stripe.failRefund(refund.id)
  await shop.runJobs()
  const failed = await shop.order(session)
  expect(failed).toMatchObject({ provider_state: 'paid', refunded_amount: '0.00' })
  expect(failed.review_notes).toMatchObject([{ kind: 'refund_failed', amountPence: 1_000 }])
  expect((await booksOf(shop)).refunds).toMatchObject([{ provider_refund_id: refund.id, state: 'failed' }])

  shop.stripe.clock.advance(60_000)
  await shop.stripe.refund(payment)
  await shop.runJobs()
  expect(await shop.order(session)).toMatchObject({ provider_state: 'refunded', review_notes: [] })
  expect((await booksOf(shop)).unhandled).toEqual([])
})

test('a refund that failed and is made again for the same total is e-mailed again, and a repeated webhook is not', async () => {
  await using shop = await stripeShop()
  const { id, payment_id } = await paidOrder(shop)
  const payment = payment_id ?? ''
  const emails = () =>
    shop.db.asService(async (tx) => {
      const query = tx.selectFrom('private.outbox').select('data').where('order_id', '=', id)
      const rows = await query.where('kind', '=', 'order_refunded').execute()
      return rows.map(({ data }) => (data as { refunded: number }).refunded)
    })
  const first = await shop.stripe.refund(payment, 1_000)
  await shop.runJobs()
  await shop.runJobs()
  expect(await emails()).toEqual([10])
  await shop.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('kind', '=', 'order_refunded').execute(),
  )
  await shop.stripe.failRefund(first.id)
  await shop.runJobs()
  shop.stripe.clock.advance(60_000)
  await shop.stripe.refund(payment, 1_000)
  await shop.runJobs()
  await shop.runJobs()
  expect(await emails()).toEqual([10, 10])
})

test('a dispute is stored with its deadline; when it is won, the order is paid again', async () => {
  await using shop = await stripeShop()
  const { id, payment_session_id, payment_id } = await paidOrder(shop)
  const session = payment_session_id ?? ''
  const dispute = await shop.stripe.dispute(payment_id ?? '')
  await shop.runJobs()
  expect(await shop.order(session)).toMatchObject({ provider_state: 'disputed', payment_status: 'paid' })
  const [stored] = (await booksOf(shop)).disputes
  expect(stored).toMatchObject({ id: dispute.id, order_id: id, status: 'needs_response' })
  expect(stored?.respond_by).toBeInstanceOf(Date)
  await shop.stripe.closeDispute(dispute.id, 'won')
  await shop.runJobs()
  expect(await shop.order(session)).toMatchObject({ provider_state: 'paid' })
  expect((await booksOf(shop)).disputes).toMatchObject([{ status: 'won' }])
})

test('a fraud warning is stored once and noted at the order until the parcel ships', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const id = await shop.openPage()
  await shop.stripe.pay(id)
  const [payment] = shop.stripe.ledger.payments()
  await shop.stripe.warnOfFraud(payment?.id ?? '')
  // This is the first event of the order's payment.
  await webhook(shop)
  await webhook(shop)
  const order = await shop.order(id)
  expect(order).toMatchObject({
    provider_state: 'paid',
    review_notes: [{ kind: 'bank_warning' }],
  })
  expect((await booksOf(shop)).warnings).toMatchObject([{ order_id: order.id, payment_id: payment?.id }])
  await shop.db.asService((tx) => tx.updateTable('pre_orders').set({ order_status: 'shipped' }).execute())
  expect((await shop.order(id)).review_notes).toEqual([])
})

test('an order paid in two sessions has a note until one payment is refunded', async () => {
  await using shop = await stripeShop()
  const order = await paidOrder(shop)
  const session = order.payment_session_id ?? ''
  const second = await secondPage(shop, order.id)
  await shop.stripe.pay(second)
  await shop.runJobs()
  const twice = await shop.order(session)
  expect(twice.review_notes).toEqual([{ kind: 'paid_twice', sessionId: second }])
  const payment = shop.stripe.ledger.payments().find(({ id }) => id !== order.payment_id)
  const refund = await shop.stripe.refund(payment?.id ?? '')
  await shop.runJobs()
  expect(await shop.order(session)).toMatchObject({
    provider_state: 'paid',
    review_notes: [],
    refunded_amount: '0.00',
  })
  expect((await booksOf(shop)).refunds).toMatchObject([{ session_id: second, provider_refund_id: refund.id }])
  await shop.stripe.failRefund(refund.id)
  await shop.runJobs()
  expect((await shop.order(session)).review_notes).toEqual(twice.review_notes)
  expect(await shop.count('private.outbox')).toBe(1)
})

/** Another session of the same order, as a lost response may leave behind. */
async function secondPage({ paymentDeps, stripe }: StripeShop, orderId: string): Promise<string> {
  const { id } = await paymentDeps.provider.createSession({
    orderId,
    orderNumber: 'TKW-SECOND',
    lines: [{ name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 1, imageUrl: null }],
    discount: null,
    deliveryOptions: [{ id: 'tracked-48', label: 'Tracked 48', pricePence: 450, transit: '2-3 working days' }],
    countries: ['GB'],
    idempotencyKey: `${orderId}:2`,
    expiresAt: new Date(stripe.clock.now().getTime() + 3_600_000),
    successUrl: 'http://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/',
    dispatchNote: 'Leaves by Tuesday 15 January',
  })
  return id
}

test('events that could not be delivered for days are fetched, each once', { tags: ['C6', 'E3', 'E11'] }, async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const id = await shop.openPage()
  await shop.stripe.pay(id)
  expect(shop.stripe.held()).not.toEqual([])
  await storeMissedEvents(shop.paymentDeps)
  await storeMissedEvents(shop.paymentDeps)
  expect(await shop.count('private.payment_events')).toBe(shop.stripe.held().length)
  await shop.runJobs()
  expect(await shop.order(id)).toMatchObject({ provider_state: 'paid' })
  expect(await shop.count('private.outbox')).toBe(1)
})

test('a starting program finds what was paid while no instance was running', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const id = await shop.openPage()
  await shop.stripe.pay(id)
  await shop.db.asService((tx) => sql`update private.clock set ahead = '3 minutes'`.execute(tx))
  await catchUp(shop.paymentDeps)
  expect(await shop.order(id)).toMatchObject({ provider_state: 'paid' })
  expect(await shop.count('private.payment_events')).toBe(shop.stripe.held().length)
  await shop.runJobs()
  expect(await shop.count('private.outbox')).toBe(1)
})

test('every kind of forged event is answered 400 and only counted', { tags: ['E5', 'S3'] }, async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  await shop.stripe.pay(await shop.openPage())
  const [event] = shop.stripe.held()
  if (!event) throw new Error('Stripe has nothing to tell')
  const forged = shop.stripe.forge(event)
  expect(forged.length).toBeGreaterThanOrEqual(20)
  const responses = []
  for (const { name, send } of forged) responses.push([name, await send()])
  expect(responses).toEqual(forged.map(({ name }) => [name, 400]))
  expect(await shop.count('private.payment_events')).toBe(0)
  const counted = await shop.db.asService((tx) => tx.selectFrom('private.security_events').selectAll().execute())
  expect(counted).toMatchObject([{ kind: 'webhook_forged', times: String(forged.length) }])
  expect(await shop.stripe.webhooks.send(event)).toBe(200)
  expect(await shop.count('private.payment_events')).toBe(1)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PaymentEvent, PaymentProvider } from '#platform/payments/provider.ts'
import { completeSession } from '#platform/payments/test/ledger.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { confirmPaymentJob, listUnhandledEvents, paymentJobs, settleOpenSessions } from './payments.jobs.ts'
import { createEventStore, storeEvents } from './store-event.ts'

const request = {
  orderNumber: 'TKW-LATER',
  lines: [{ name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 1, imageUrl: null }],
  discount: null,
  deliveryOptions: [{ id: 'tracked-48', label: 'Tracked 48', pricePence: 450, transit: '2-3 working days' }],
  countries: ['GB'],
  expiresAt: new Date('2040-01-01'),
  successUrl: 'http://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/',
  dispatchNote: 'Leaves by Tuesday 15 January',
}
const customer = {
  name: 'Ruth',
  email: 'ruth@example.com',
  phone: null,
  address: { line1: '1 Row', line2: null, city: 'Leeds', postcode: 'LS1', country: 'GB' },
}

/** A paid session of an order, without a webhook. */
async function paidPage(shop: CheckoutShop, orderId: string): Promise<string> {
  const { id } = await shop.paymentDeps.provider.createSession({ ...request, orderId, idempotencyKey: orderId })
  await shop.db.asService((tx) =>
    completeSession(tx, { id, delivery: { id: 'tracked-48', pricePence: 450 }, customer }),
  )
  return id
}

const nameless = { type: 'refund.updated', sessionId: null, paymentId: null, orderId: null, fraudWarning: null }

async function tell(shop: CheckoutShop, event: Partial<PaymentEvent> & { id: string }) {
  await storeEvents(shop.paymentDeps, [{ ...nameless, ...event }])
  return () => eventOf(shop, event.id)
}

function eventOf(shop: CheckoutShop, id: string) {
  return shop.db.asService((tx) =>
    tx
      .selectFrom('private.payment_events')
      .select(['handled_at', 'attempts', 'next_attempt_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

test('an event that names only a payment, or only an order, settles their session', async () => {
  await using shop = await checkoutShop()
  const first = await shop.db.order({ provider_state: 'open' })
  const session = await paidPage(shop, first.id)
  const paymentId = (await shop.paymentDeps.provider.getSession(session))?.paymentId ?? ''
  const stored = await tell(shop, { id: 'evt_payment', type: 'charge.refunded', paymentId })
  await shop.runJobs()
  expect(await stored()).toMatchObject({ handled_at: expect.any(Date), next_attempt_at: null })
  expect(await shop.order(session)).toMatchObject({ provider_state: 'paid', payment_id: paymentId })

  const second = await shop.db.order({ provider_state: 'open' })
  const other = await paidPage(shop, second.id)
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_session_id: other }).where('id', '=', second.id).execute(),
  )
  await tell(shop, { id: 'evt_order', orderId: second.id })
  await shop.runJobs()
  expect(await shop.order(other)).toMatchObject({ provider_state: 'paid' })
})

test('an event about a payment that the shop did not create is marked as handled', async () => {
  await using shop = await checkoutShop()
  const stored = await tell(shop, { id: 'evt_foreign', type: 'charge.dispute.created', paymentId: 'pay_elsewhere' })
  await shop.runJobs()
  expect(await stored()).toMatchObject({ handled_at: expect.any(Date), attempts: 0 })
})

test('an event that arrives before its order waits for it', { tags: ['C7'] }, async () => {
  await using shop = await checkoutShop()
  const orderId = '3f0b7b1e-4c38-4a0e-9a52-0c1f5a7f1a11'
  const session = await paidPage(shop, orderId)
  const stored = await tell(shop, { id: 'evt_early', type: 'checkout.session.completed', sessionId: session, orderId })
  await shop.runJobs()
  expect(await stored()).toMatchObject({ handled_at: null, attempts: 1 })
  expect((await stored()).next_attempt_at?.getTime()).toBeGreaterThan(Date.now())

  await shop.db.order({ id: orderId, provider_state: 'creating' })
  await shop.runJobs()
  expect(await stored()).toMatchObject({ handled_at: expect.any(Date), next_attempt_at: null })
  expect(await shop.order(session)).toMatchObject({ provider_state: 'paid', customer_email: 'ruth@example.com' })
})

test('an event whose order never appears stays unhandled after a day, and is listed', async () => {
  await using shop = await checkoutShop()
  const stored = await tell(shop, { id: 'evt_lost', type: 'checkout.session.completed', sessionId: 'cs_test_x' })
  const waits: number[] = []
  for (let tries = 1; tries <= 14; tries += 1) {
    await shop.runJobs()
    const { attempts, next_attempt_at } = await stored()
    expect(attempts).toBe(tries)
    if (next_attempt_at) waits.push((next_attempt_at.getTime() - Date.now()) / 1_000)
  }
  expect(waits[0]).toBeLessThan(11)
  expect(waits.reduce((sum, wait) => sum + wait, 0) / 3_600).toBeGreaterThan(16)
  expect(await stored()).toMatchObject({ handled_at: null, next_attempt_at: null })
  expect(await shop.db.asService(listUnhandledEvents)).toEqual([])
})

test('an event that cannot be handled is retried and delays no other', { tags: ['W3'] }, async () => {
  const poisoned: string[] = []
  const provider = (own: PaymentProvider): PaymentProvider => ({
    ...own,
    getSession: async (id) => {
      if (poisoned.includes(id)) throw new Error('poison')
      return own.getSession(id)
    },
  })
  await using shop = await checkoutShop({ provider })
  const [bad, good] = [await shop.db.order({ provider_state: 'open' }), await shop.db.order({ provider_state: 'open' })]
  const pages = [await paidPage(shop, bad.id), await paidPage(shop, good.id)] as const
  poisoned.push(pages[0])
  const stored = await tell(shop, { id: 'evt_bad', type: 'checkout.session.completed', sessionId: pages[0] })
  const other = await tell(shop, { id: 'evt_good', type: 'checkout.session.completed', sessionId: pages[1] })
  const confirm = paymentJobs(shop.paymentDeps)[confirmPaymentJob]
  const done = await Promise.allSettled([confirm?.('evt_bad'), confirm?.('evt_good')])
  expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await other()).toMatchObject({ handled_at: expect.any(Date) })
  expect((await stored()).attempts).toBeGreaterThan(0)
  await shop.db.asService((tx) => sql`update private.payment_events set next_attempt_at = now()`.execute(tx))
  expect(await shop.db.asService(listUnhandledEvents)).toEqual(['evt_bad'])
  poisoned.length = 0
  await confirm?.('evt_bad')
  expect(await shop.order(pages[0])).toMatchObject({ provider_state: 'paid' })
})

test('two hundred deliveries of a fraud warning, in several kinds of events, store one warning', async () => {
  await using shop = await checkoutShop()
  const order = await shop.db.order({ provider_state: 'open' })
  const session = await paidPage(shop, order.id)
  const paymentId = (await shop.paymentDeps.provider.getSession(session))?.paymentId ?? ''
  const warning = { paymentId, fraudWarning: { id: 'issfr_1', kind: 'made_with_stolen_card' } }
  const store = createEventStore(shop.paymentDeps)
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      store({
        ...nameless,
        ...warning,
        id: `evt_warning_${index % 3}`,
        type: `radar.early_fraud_warning.${index % 3 ? 'updated' : 'created'}`,
      }),
    ),
  )
  await shop.runJobs()
  const warnings = await shop.db.asService((tx) => tx.selectFrom('private.fraud_warnings').selectAll().execute())
  expect(warnings).toMatchObject([{ id: 'issfr_1', kind: 'made_with_stolen_card', order_id: order.id }])
  expect((await shop.order(session)).review_notes).toEqual([{ kind: 'bank_warning' }])
})

test('a record without news changes nothing: no version, no audit log entry', async () => {
  await using shop = await checkoutShop()
  const order = await shop.db.order({ provider_state: 'open' })
  const session = await paidPage(shop, order.id)
  const read = async (id: string) => {
    await tell(shop, { id, type: 'checkout.session.completed', sessionId: session })
    await shop.runJobs()
    const { n } = await shop.db.asService((tx) =>
      tx
        .selectFrom('private.audit_log')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('table_name', '=', 'pre_orders')
        .executeTakeFirstOrThrow(),
    )
    return { ...(await shop.order(session)), changes: n }
  }
  const before = await read('evt_first')
  const after = await read('evt_second')
  expect(after.payment_read_at?.getTime()).toBeGreaterThanOrEqual(before.payment_read_at?.getTime() ?? 0)
  expect({ ...after, payment_read_at: null }).toEqual({ ...before, payment_read_at: null })
})

test('a payment after its session expired notes the units that were sold meanwhile', async () => {
  await using shop = await checkoutShop()
  const end = new Date(Date.now() + 86_400_000)
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: end, preorder_limit: 1 })
  const buy = async () => (await shop.press({ items: [itemOf(gown)] })).body.sessionId ?? ''
  const first = await buy()
  await shop.db.asService((tx) => sql`update private.clock set ahead = '61 minutes'`.execute(tx))
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect(await shop.order(first)).toMatchObject({ provider_state: 'expired' })
  const second = await buy()
  await shop.pay(second)
  await shop.db.asService((tx) =>
    sql`update private.test_payment_sessions set status = 'complete', payment_status = 'paid', amount_total = 9350,
      delivery_service = 'tracked-48', customer = ${JSON.stringify(customer)} where id = ${first}`.execute(tx),
  )
  await tell(shop, { id: 'evt_late', type: 'checkout.session.async_payment_succeeded', sessionId: first })
  await shop.runJobs()
  expect(await shop.order(first)).toMatchObject({
    provider_state: 'paid',
    review_notes: [{ kind: 'preorder_full' }],
  })
  expect(await shop.order(second)).toMatchObject({ provider_state: 'paid', review_notes: [] })
})

test('a late payment notes units that an unpaid session holds, and notes nothing when they are free', async () => {
  await using shop = await checkoutShop()
  const end = new Date(Date.now() + 86_400_000)
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: end, preorder_limit: 2 })
  const buy = async () => (await shop.press({ items: [itemOf(gown)] })).body.sessionId ?? ''
  const late = [await buy(), await buy()]
  await shop.db.asService((tx) => sql`update private.clock set ahead = '31 minutes'`.execute(tx))
  await settleOpenSessions(shop.paymentDeps, 'expired')
  await buy()
  for (const [index, session] of late.entries()) {
    await shop.db.asService((tx) =>
      sql`update private.test_payment_sessions set status = 'complete', payment_status = 'paid', amount_total = 9350,
        delivery_service = 'tracked-48', customer = ${JSON.stringify(customer)} where id = ${session}`.execute(tx),
    )
    await tell(shop, { id: `evt_late_${index}`, type: 'checkout.session.async_payment_succeeded', sessionId: session })
    await shop.runJobs()
  }
  const notes = await Promise.all(late.map(async (session) => (await shop.order(session)).review_notes))
  expect(notes).toEqual([[], [{ kind: 'preorder_full' }]])
})

test('of events stored together, one that cannot be stored fails alone', async () => {
  await using shop = await checkoutShop()
  const store = createEventStore(shop.paymentDeps)
  const ids = Array.from({ length: 30 }, (_, index) => `evt_${index}`)
  const results = await Promise.allSettled(
    // PostgreSQL rejects a zero byte in text.
    ids.map((id, index) => store({ ...nameless, id, type: index === 17 ? 'refund.\u0000' : 'refund.updated' })),
  )
  expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([17])
  expect(await shop.count('private.payment_events')).toBe(29)
  await store({ ...nameless, id: 'evt_17' })
  expect(await shop.count('private.payment_events')).toBe(30)
})

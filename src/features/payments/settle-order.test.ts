// @module-tag P9

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { noteText } from '#features/orders/order-note.ts'
import { signBody } from '#platform/payments/event-signature.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { settleOrder } from './settle-order.ts'

/** An open session, in a shop that receives no webhooks until `redeliver`. */
async function openPayment(shop: CheckoutShop, { discountCode }: { discountCode?: string } = {}): Promise<string> {
  const dress = await shop.db.product()
  const { body } = await shop.press({
    items: [itemOf(dress)],
    cartId: randomUUID(),
    ...(discountCode && { discountCode }),
  })
  return body.sessionId ?? ''
}

const heldBack = async () => Promise.reject(new Error('held back'))

test.each([
  ['the webhook alone', async (shop: CheckoutShop) => webhook(shop)],
  ['the success page alone', async (shop: CheckoutShop, id: string) => shop.status(id)],
  ['the webhook first', async (shop: CheckoutShop, id: string) => [await webhook(shop), await shop.status(id)]],
  ['the success page first', async (shop: CheckoutShop, id: string) => [await shop.status(id), await webhook(shop)]],
  [
    'both at once, fifty times',
    async (shop: CheckoutShop, id: string) =>
      Promise.all([
        webhook(shop),
        ...Array.from({ length: 50 }, () => settleOrder(shop.paymentDeps, id)),
        ...Array.from({ length: 10 }, () => shop.status(id)),
      ]),
  ],
])('%s makes one order paid, with one letter and one use of the code', async (_, tell) => {
  await using shop = await checkoutShop({ deliver: heldBack })
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const id = await openPayment(shop, { discountCode: code })
  expect((await shop.pay(id)).status).toBe(303)
  await tell(shop, id)

  expect(await shop.order(id)).toMatchObject({ provider_state: 'paid', payment_status: 'paid' })
  expect(await shop.count('pre_orders')).toBe(1)
  expect(await shop.count('private.outbox')).toBe(1)
  const [used] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(used).toMatchObject({ held: 0, redeemed: 1 })
})

/** Posts every event of the provider ten times at once, then runs the jobs. */
async function webhook(shop: CheckoutShop): Promise<void> {
  const events = await shop.db.asService((tx) => tx.selectFrom('private.test_payment_events').select('id').execute())
  const order = await shop.db.asService((tx) => tx.selectFrom('pre_orders').selectAll().executeTakeFirstOrThrow())
  for (const { id } of events) {
    const object = { id: order.payment_session_id, client_reference_id: order.id }
    const body = JSON.stringify({ id, type: 'checkout.session.completed', data: { object } })
    const headers = { 'test-signature': signBody(body, shop.testWebhookSender.secret, new Date()) }
    const posts = Array.from({ length: 10 }, () => shop.fetch('/webhooks/test', { method: 'POST', body, headers }))
    expect((await Promise.all(posts)).map((response) => response.status)).toEqual(Array(10).fill(200))
  }
  expect(await shop.count('private.payment_events')).toBe(events.length)
  await shop.runJobs()
}

/** A provider whose session record has these values. */
function telling(record: Partial<SessionRecord>) {
  return (own: PaymentProvider): PaymentProvider => ({
    ...own,
    async getSession(id) {
      const real = await own.getSession(id)
      return real && { ...real, ...record }
    },
  })
}

const customer = {
  name: 'Ruth',
  email: 'ruth@example.com',
  phone: null,
  address: { line1: '1 Row', line2: 'Flat 2', city: 'Leeds', postcode: 'LS1', country: 'GB' },
}
const paid = {
  status: 'complete',
  paymentStatus: 'paid',
  deliveryPence: 450,
  deliveryService: 'tracked-48',
  totalPence: 9350,
  customer,
} as const

test.each([
  ['another amount', { subtotalPence: 100, totalPence: 550 }, /instead of £89.00/],
  ['an unknown discount', { discountPence: 8000, totalPence: 1350 }, /instead of £89.00/],
  ['another currency', { currency: 'usd' }, /usd/],
  ['a delivery that was not offered', { deliveryService: 'world-tracked', deliveryPence: 2295 }, /not offered/],
  ['a cheaper delivery than offered', { deliveryPence: 1, totalPence: 8901 }, /not offered/],
  ['a total that is not the sum', { totalPence: 1 }, /sum/],
])('a payment with %s does not make the order paid and asks the owner for a review', async (_, wrong, reason) => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const id = await openPayment(shop)
  Object.assign(record, paid, wrong)
  expect(await settleOrder(shop.paymentDeps, id)).toBe('processing')
  const order = await shop.order(id)
  expect(order).toMatchObject({ payment_status: 'pending', provider_state: 'open' })
  expect(order.review_notes.map(noteText).join(' ')).toMatch(reason)
  expect(await shop.count('private.outbox')).toBe(0)
})

test('a payment of another order that was refunded leaves the order unpaid, without a note and with its code released', async () => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const { code } = await shop.db.discountCode({ percent: 50, max_redemptions: 1 })
  const id = await openPayment(shop, { discountCode: code })
  Object.assign(record, paid, { subtotalPence: 100, totalPence: 550 })
  expect(await settleOrder(shop.paymentDeps, id)).toBe('processing')
  const createdAt = new Date()
  const refund = {
    id: 're_1',
    amountPence: 550,
    status: 'succeeded',
    reference: null,
    failure: null,
    createdAt,
  } as const
  Object.assign(record, { refundedPence: 550, refunds: [refund] })
  expect(await settleOrder(shop.paymentDeps, id)).toBe('closed')
  expect(await shop.order(id)).toMatchObject({ provider_state: 'failed', payment_status: 'pending', review_notes: [] })
  const [use] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(use).toMatchObject({ held: 0, redeemed: 0 })
})

test('an earlier review note stays beside new ones, and each is removed with its cause', async () => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const id = await openPayment(shop)
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const createdAt = after(0)
  const refund = { id: 're_1', amountPence: 1_000, reference: null, failure: 'lost_or_stolen_card', createdAt }
  Object.assign(record, paid, {
    customer: { ...customer, address: { ...customer.address, country: 'US' } },
    refunds: [{ ...refund, status: 'failed' }],
  })
  await settleOrder(shop.paymentDeps, id)
  const abroad = { kind: 'address_elsewhere', deliverTo: 'GB', country: 'US' }
  const failed = { kind: 'refund_failed', amountPence: 1_000 }
  expect((await shop.order(id)).review_notes).toEqual([abroad, { ...failed, failure: 'lost_or_stolen_card' }])
  const again = { ...refund, id: 're_2', status: 'pending', failure: null, createdAt: after(24) }
  Object.assign(record, { refundedPence: 1_000, refunds: [{ ...refund, status: 'failed' }, again] })
  await settleOrder(shop.paymentDeps, id)
  expect((await shop.order(id)).review_notes).toEqual([abroad])
  Object.assign(record, {
    refundedPence: 0,
    refunds: [
      { ...refund, status: 'failed' },
      { ...again, status: 'failed' },
    ],
  })
  await settleOrder(shop.paymentDeps, id)
  expect((await shop.order(id)).review_notes).toEqual([abroad, failed])
  // This refund was created before the shop recorded the failure, so it does not replace the failed one.
  const other = {
    ...refund,
    id: 're_3',
    status: 'succeeded',
    failure: null,
    createdAt: after(-24),
  }
  Object.assign(record, { refundedPence: 1_000, refunds: [{ ...again, status: 'failed' }, other] })
  await settleOrder(shop.paymentDeps, id)
  expect((await shop.order(id)).review_notes).toEqual([abroad, failed])
})

test('a paid address outside the paid delivery zone is accepted and noted', async () => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const id = await openPayment(shop)
  Object.assign(record, paid, { customer: { ...customer, address: { ...customer.address, country: 'US' } } })
  expect(await settleOrder(shop.paymentDeps, id)).toBe('paid')
  const order = await shop.order(id)
  expect(order.review_notes).toEqual([{ kind: 'address_elsewhere', deliverTo: 'GB', country: 'US' }])
  expect(order).toMatchObject({ provider_state: 'paid', shipping_address: '1 Row, Flat 2' })
})

test('a session that expired and was then paid is paid, and notes a code without uses left', async () => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const { code } = await shop.db.discountCode({ percent: 50, max_redemptions: 1 })
  const id = await openPayment(shop, { discountCode: code })
  Object.assign(record, { status: 'expired', paymentStatus: 'unpaid' })
  expect(await settleOrder(shop.paymentDeps, id)).toBe('closed')
  for (const key of Object.keys(record)) delete record[key as keyof SessionRecord]
  await openPayment(shop, { discountCode: code })

  Object.assign(record, { ...paid, totalPence: 4900 })
  expect(await settleOrder(shop.paymentDeps, id)).toBe('paid')
  expect((await shop.order(id)).review_notes).toEqual([{ kind: 'code_used_up' }])
  const [use] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().execute())
  expect(use).toMatchObject({ held: 1, redeemed: 0 })
})

test('a product or code that ends between the session and the payment does not prevent the sale', async () => {
  await using shop = await checkoutShop()
  const soon = new Date(Date.now() + 3_600_000)
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: soon })
  const { code } = await shop.db.discountCode()
  const { body } = await shop.press({ items: [itemOf(gown)], discountCode: code })
  await shop.db.asService(async (tx) => {
    await tx.deleteFrom('products').where('id', '=', gown.id).execute()
    await tx.deleteFrom('discount_codes').where('code', '=', code).execute()
  })
  await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'paid', product_name: 'Mary Dress' })
})

test('a session that is complete but unpaid is being confirmed, and its cart may check out with other lines', async () => {
  const record: Partial<SessionRecord> = {}
  await using shop = await checkoutShop({ provider: telling(record) })
  const dress = await shop.db.product()
  const cartId = randomUUID()
  const { body } = await shop.press({ items: [itemOf(dress)], cartId })
  const id = body.sessionId ?? ''
  expect(await shop.status(id)).toBe('none')
  Object.assign(record, { ...paid, paymentStatus: 'unpaid' })
  expect(await shop.status(id)).toBe('confirming')
  const other = await shop.press({ items: [itemOf(dress, { quantity: 2 })], cartId })
  expect(other.status).toBe(200)
  expect(await shop.order(id)).toMatchObject({ provider_state: 'open', payment_status: 'pending', cart_id: null })
  Object.assign(record, paid)
  expect(await shop.status(id)).toBe('paid')
})

test('an unknown session changes nothing', async () => {
  await using shop = await checkoutShop()
  expect(await settleOrder(shop.paymentDeps, `cs_test_${'x'.repeat(32)}`)).toBe('unknown')
  expect(await settleOrder(shop.paymentDeps, '')).toBe('unknown')
})

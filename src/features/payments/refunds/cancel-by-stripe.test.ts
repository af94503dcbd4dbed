import { expect, test } from 'vitest'
import { openNotes } from '#features/orders/order-notes.ts'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { cancelOrder } from './cancel-order.ts'
import { sendRefund } from './send-refund.ts'

/** Delivers Stripe's events and runs the jobs. */
async function deliverEvents(shop: StripeShop): Promise<void> {
  await shop.stripe.flush()
  await shop.runJobs()
}

async function placed({ db }: StripeShop, sessionId: string) {
  return db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['id', 'order_number', 'order_status', 'provider_state', openNotes('pre_orders.id').as('review_notes')])
      .where('payment_session_id', '=', sessionId)
      .executeTakeFirstOrThrow(),
  )
}

async function cancel(shop: StripeShop, sessionId: string) {
  const { order_number: orderNumber } = await placed(shop, sessionId)
  const cancellation = { orderNumber, reason: null, refund: true, requestedBy: null }
  return cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })
}

test('an unpaid order is cancelled with its session, and releases its discount code', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const sessionId = await shop.openPage({ discountCode: code })
  expect(await cancel(shop, sessionId)).toMatchObject({ refundId: null })
  expect(await placed(shop, sessionId)).toMatchObject({ order_status: 'cancelled', provider_state: 'expired' })
  await expect(shop.stripe.pay(sessionId)).rejects.toThrow('expired')
  const [held] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').select('held').execute())
  expect(held).toEqual({ held: 0 })
})

test('an order paid meanwhile counts as paid, and its payment is refunded', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const sessionId = await shop.openPage()
  await shop.stripe.pay(sessionId)
  const { refundId } = await cancel(shop, sessionId)
  await sendRefund(shop.paymentDeps)(refundId ?? '')
  await deliverEvents(shop)
  expect(await placed(shop, sessionId)).toMatchObject({
    order_status: 'cancelled',
    provider_state: 'refunded',
    review_notes: [],
  })
  expect(shop.stripe.ledger.refunds().map(({ amount }) => amount)).toEqual([9350])
})

test('an order of which a part has left is not cancelled, and nothing is refunded', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const sessionId = await shop.openPage()
  await shop.stripe.pay(sessionId)
  await deliverEvents(shop)
  const { id } = await placed(shop, sessionId)
  await shop.db.asService(async (tx) => {
    await tx.updateTable('pre_orders').set({ order_status: 'processing' }).execute()
    await tx.insertInto('private.parcels').values({ order_id: id, tracking_number: 'AA123456785GB' }).execute()
  })
  await expect(cancel(shop, sessionId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await placed(shop, sessionId)).toMatchObject({ order_status: 'processing', provider_state: 'paid' })
  // Her status list sets the status first and asks for the refund then.
  await shop.db.asService((tx) => tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).execute())
  await expect(cancel(shop, sessionId)).rejects.toMatchObject({ code: 'conflict' })
})

test('a bank payment in progress prevents the cancellation, and a cancelled order that is paid later is owed a refund', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const sessionId = await shop.openPage()
  await shop.stripe.pay(sessionId, { how: 'klarna_later' })
  await expect(cancel(shop, sessionId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await placed(shop, sessionId)).toMatchObject({ order_status: 'pending' })
  // The owner may also cancel by a write to the row.
  await shop.db.asService((tx) => tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).execute())
  await shop.stripe.settleLater(sessionId, 'succeeded')
  await deliverEvents(shop)
  expect(await placed(shop, sessionId)).toMatchObject({
    provider_state: 'paid',
    review_notes: expect.arrayContaining([{ kind: 'refund_owed' }]),
  })
})

test('an order cancelled and paid at the same moment is cancelled and refunded, or is not cancelled', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  for (let round = 0; round < 5; round += 1) {
    const sessionId = await shop.openPage()
    const [cancelled, paid] = await Promise.allSettled([cancel(shop, sessionId), shop.stripe.pay(sessionId)])
    if (cancelled.status === 'fulfilled' && cancelled.value.refundId)
      await sendRefund(shop.paymentDeps)(cancelled.value.refundId)
    await deliverEvents(shop)
    const { order_status, provider_state, review_notes } = await placed(shop, sessionId)
    expect([order_status, provider_state, review_notes]).toEqual(
      paid.status === 'fulfilled' ? ['cancelled', 'refunded', []] : ['cancelled', 'expired', []],
    )
  }
})

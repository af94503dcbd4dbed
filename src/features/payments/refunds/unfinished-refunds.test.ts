import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { settleOrder } from '../settle-order.ts'
import { readOrderMoney } from './read-order-money.ts'
import { type RefundRequest, requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/** An order of £93.50 paid by card. */
async function paidOrder(shop: StripeShop) {
  const sessionId = await shop.openPage()
  await shop.stripe.pay(sessionId)
  await settleOrder(shop.paymentDeps, sessionId)
  const { id, order_number: number } = await shop.order(sessionId)
  return { id, number, sessionId }
}

function requestRefundOf(shop: StripeShop, orderId: string, more: Partial<RefundRequest> = {}): Promise<string> {
  const request = { orderId, amountPence: 'rest', reason: 'goodwill', note: null, requestedBy: null, ...more } as const
  return shop.db.asService((tx) => requestRefund(tx, shop.paymentDeps, request))
}

function setStatus({ db }: StripeShop, id: string, status: string) {
  return db.asService((tx) => tx.updateTable('pre_orders').set({ order_status: status }).where('id', '=', id).execute())
}

function refundsOf({ db }: StripeShop, orderId: string) {
  return db.asService((tx) =>
    tx
      .selectFrom('private.refunds')
      .select(['amount', 'state', 'failure'])
      .where('order_id', '=', orderId)
      .orderBy('requested_at')
      .execute(),
  )
}

test('a revived order can be refunded in part, and the rest once it is cancelled again', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  await setStatus(shop, order.id, 'cancelled')
  const held = await requestRefundOf(shop, order.id, { amountPence: 'cancellation' })
  await setStatus(shop, order.id, 'processing')
  await sendRefund(shop.paymentDeps)(held)
  expect(shop.stripe.ledger.refunds()).toEqual([])
  const money = await shop.db.asService((tx) => readOrderMoney(tx, shop.paymentDeps.provider, order.number))
  expect([money.refundable_pence, money.refunds]).toMatchObject([9350, [{ held: true }]])
  await sendRefund(shop.paymentDeps)(await requestRefundOf(shop, order.id, { amountPence: pence(1000) }))
  await setStatus(shop, order.id, 'cancelled')
  await expect(requestRefundOf(shop, order.id)).rejects.toMatchObject({ code: 'bad_request' })
  await sendRefund(shop.paymentDeps)(held)
  expect(shop.stripe.ledger.refunds().map(({ amount }) => amount)).toEqual([1000, 8350])
})

test('a refund of a payment in another account says so', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const order = await paidOrder(shop)
  const id = await requestRefundOf(shop, order.id)
  await shop.db.asService((tx) =>
    tx.updateTable('private.refunds').set({ session_id: 'cs_test_elsewhere' }).where('id', '=', id).execute(),
  )
  await sendRefund(shop.paymentDeps)(id)
  expect(await refundsOf(shop, order.id)).toMatchObject([
    { state: 'failed', failure: 'The payment provider has no such payment.' },
  ])
})

test.each([2, 3])(
  'a program that dies at its write %i of a second payment’s refund leaves exactly one e-mail',
  async (at) => {
    await using shop = await stripeShop({ deliverer: 'hold' })
    const order = await paidOrder(shop)
    const second = await payAgain(shop, order.id)
    await settleOrder(shop.paymentDeps, second)
    const id = await requestRefundOf(shop, order.id, {
      payment: { sessionId: second, paidPence: pence(9350) },
      reason: 'duplicate',
    })
    let writes = 0
    const dying: typeof shop.paymentDeps.db = {
      ...shop.db,
      asService(work) {
        writes += 1
        return writes >= at ? Promise.reject(new Error('The power is cut')) : shop.db.asService(work)
      },
    }
    await sendRefund({ ...shop.paymentDeps, db: dying })(id)
    await shop.db.asService((tx) =>
      tx.updateTable('private.refunds').set({ next_attempt_at: new Date() }).where('state', '=', 'requested').execute(),
    )
    await sendRefund(shop.paymentDeps)(id)
    await shop.stripe.flush()
    await shop.runJobs()
    expect(await refundsOf(shop, order.id)).toMatchObject([{ amount: '93.50', state: 'succeeded' }])
    const emails = await shop.db.asService((tx) =>
      tx.selectFrom('private.outbox').select('data').where('kind', '=', 'order_refunded').execute(),
    )
    expect(emails).toMatchObject([{ data: { refunded: 93.5, second: true } }])
  },
)

/** Another paid session of the same order. */
async function payAgain({ paymentDeps, stripe }: StripeShop, orderId: string): Promise<string> {
  const { id } = await paymentDeps.provider.createSession({
    orderId,
    orderNumber: 'TKW-SECOND',
    idempotencyKey: randomUUID(),
    lines: [{ name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 1, imageUrl: null }],
    discount: null,
    deliveryOptions: [{ id: 'tracked-48', label: 'Tracked 48', pricePence: 450, transit: '2-3 working days' }],
    countries: ['GB'],
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'http://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/',
    dispatchNote: 'Leaves by Tuesday 15 January',
  })
  await stripe.pay(id)
  return id
}

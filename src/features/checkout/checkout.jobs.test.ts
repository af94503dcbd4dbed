import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { finishCheckouts } from './checkout.jobs.ts'
import { openPage } from './payment-page.ts'

/** A provider whose response is lost, or which fails, until it recovers. */
function createFlakyProvider() {
  const health = { isWell: false, obeys: true }
  const wrap = (own: PaymentProvider): PaymentProvider => ({
    ...own,
    async createSession(request) {
      if (health.isWell) return own.createSession(request)
      if (health.obeys) await own.createSession(request)
      throw new AppError('payment_provider_down', 'The payment page cannot be reached. Please try again in a moment.')
    },
  })
  return { health, wrap }
}

function later(shop: CheckoutShop, interval: string): Promise<unknown> {
  return shop.db.asService((tx) => sql`update private.clock set ahead = ${interval}::interval`.execute(tx))
}

function states(shop: CheckoutShop) {
  return shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select(['provider_state', 'payment_session_url']).execute(),
  )
}

test.each([true, false])(
  'a page whose answer was lost (made: %s) is found by the same key',
  { tags: ['C2', 'C3'] },
  async (obeys) => {
    const provider = createFlakyProvider()
    provider.health.obeys = obeys
    await using shop = await checkoutShop({ provider: provider.wrap })
    const dress = await shop.db.product()
    const { code } = await shop.db.discountCode()
    const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: code }
    expect(await shop.press(press)).toMatchObject({ status: 503, body: { code: 'payment_provider_down' } })
    provider.health.isWell = true

    await finishCheckouts(shop.paymentDeps)
    expect(await states(shop)).toMatchObject([{ provider_state: 'creating' }])
    await later(shop, '61 seconds')
    await finishCheckouts(shop.paymentDeps)
    expect(await states(shop)).toMatchObject([{ provider_state: 'open' }])
    const again = await shop.press(press)
    expect(again.body.url).toBe((await states(shop))[0]?.payment_session_url)
    expect(await shop.count('private.test_payment_sessions')).toBe(1)
  },
)

test('the next request of the same cart finds the page without a job', async () => {
  const provider = createFlakyProvider()
  await using shop = await checkoutShop({ provider: provider.wrap })
  const dress = await shop.db.product()
  const press = { items: [itemOf(dress)], cartId: randomUUID() }
  await shop.press(press)
  provider.health.isWell = true
  expect((await shop.press(press)).status).toBe(200)
  const changed = await shop.press({ ...press, items: [itemOf(dress, { quantity: 2 })] })
  expect(changed.status).toBe(200)
  expect((await states(shop)).map((row) => row.provider_state).toSorted()).toEqual(['expired', 'open'])
})

test.each([
  [null, '61 minutes'],
  // A page with a limited code lives half an hour, which leaves a minute to create it.
  [1, '61 seconds'],
])(
  'an order whose page was never created releases its holds when it expires, of a code with the limit %s',
  async (max_redemptions, passed) => {
    const provider = createFlakyProvider()
    await using shop = await checkoutShop({ provider: provider.wrap })
    const dress = await shop.db.product()
    const { code } = await shop.db.discountCode({ max_redemptions })
    await shop.press({ items: [itemOf(dress)], discountCode: code })
    await later(shop, passed)
    await finishCheckouts(shop.paymentDeps)
    expect(await states(shop)).toMatchObject([{ provider_state: 'expired' }])
    const [use] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').select('held').execute())
    expect(use?.held).toBe(0)
  },
)

test('a payment without webhook and success page is found by the next job run', async () => {
  await using shop = await checkoutShop({ deliver: async () => Promise.reject(new Error('lost')) })
  const dress = await shop.db.product()
  const { body } = await shop.press({ items: [itemOf(dress)] })
  await shop.pay(body.sessionId ?? '')
  await settleOpenSessions(shop.paymentDeps, 'open')
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'open' })
  await later(shop, '3 minutes')
  await settleOpenSessions(shop.paymentDeps, 'open')
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'paid' })
  expect(await shop.count('private.outbox')).toBe(1)
})

test('an expired page is closed, and its cart may get a new one', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const press = { items: [itemOf(dress)], cartId: randomUUID() }
  const first = await shop.press(press)
  await later(shop, '61 minutes')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect(await states(shop)).toMatchObject([{ provider_state: 'expired' }])
  const second = await shop.press(press)
  expect(second.status).toBe(200)
  expect(second.body.sessionId).not.toBe(first.body.sessionId)
  expect((await shop.pay(first.body.sessionId ?? '')).status).toBe(410)
})

test('an order that was placed before the keys changed gets no page of the other provider', async () => {
  const flaky = createFlakyProvider()
  flaky.health.obeys = false
  await using shop = await checkoutShop({ provider: flaky.wrap })
  const dress = await shop.db.product()
  await shop.press({ items: [itemOf(dress)] })
  const { id } = await shop.db.asService((tx) => tx.selectFrom('pre_orders').select('id').executeTakeFirstOrThrow())
  const made: string[] = []
  const other: PaymentProvider = {
    ...shop.paymentDeps.provider,
    name: 'stripe',
    createSession: async ({ orderId, expiresAt }) => {
      made.push(orderId)
      return { id: 'cs_of_the_other', url: 'https://pay.test', expiresAt }
    },
  }
  expect(await openPage({ ...shop.paymentDeps, provider: other }, id)).toBeNull()
  expect(made).toEqual([])
})

test('orders of a removed provider release their holds; manual orders are left alone', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode()
  await shop.press({ items: [itemOf(dress)], discountCode: code })
  const byHand = await shop.db.order({ payment_provider: 'stripe' })
  await later(shop, '2 hours')
  const moved = { ...shop.paymentDeps, provider: { ...shop.paymentDeps.provider, name: 'stripe' as const } }
  await finishCheckouts(moved)
  const rows = await shop.db.asService((tx) => tx.selectFrom('pre_orders').select(['id', 'provider_state']).execute())
  expect(rows.find(({ id }) => id === byHand.id)).toMatchObject({ provider_state: 'creating' })
  expect(rows.find(({ id }) => id !== byHand.id)).toMatchObject({ provider_state: 'expired' })
  const [use] = await shop.db.asService((tx) => tx.selectFrom('discount_codes').select('held').execute())
  expect(use?.held).toBe(0)
})

// @module-tag P1

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { held, later, orders, stripeShop } from '#tests/fixtures/stripe-checkout-shop.ts'
import { finishCheckouts } from './checkout.jobs.ts'

test.each([
  ['down', 'payment_provider_down'],
  ['slow', 'payment_provider_down'],
  ['black_hole', 'payment_provider_down'],
  ['cut', 'payment_provider_down'],
  ['error_500', 'payment_provider_down'],
  ['conflict', 'payment_provider_down'],
  ['rate_limited', 'busy'],
] as const)(
  'while Stripe is “%s” the shopper is told so, and afterwards the books are right',
  { tags: ['P2', 'P6'] },
  async (kind, code) => {
    await using world = await stripeShop()
    const { shop, stripe } = world
    const dress = await shop.db.product()
    const discount = await shop.db.discountCode()
    const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: discount.code }
    stripe.faults.next({ kind, path: '/v1/checkout/sessions', times: 100, ms: 500 })
    expect(await shop.press(press)).toMatchObject({ status: 503, body: { code, message: expect.any(String) } })
    expect(await orders(shop)).toMatchObject([{ provider_state: 'creating', payment_session_id: null }])
    stripe.faults.clear()
    await later(shop, '61 seconds')
    await expect
      .poll(
        async () => {
          await finishCheckouts(shop.paymentDeps)
          return (await orders(shop))[0]?.provider_state
        },
        { timeout: 5_000 },
      )
      .toBe('open')
    const again = await shop.press(press)
    expect(again.body.url).toBe((await orders(shop))[0]?.payment_session_url)
    expect(stripe.ledger.sessions()).toHaveLength(1)
    expect(await held(shop)).toBe(1)
    await stripe.pay(again.body.sessionId ?? '')
    await shop.runJobs()
    expect(await orders(shop)).toMatchObject([{ provider_state: 'paid' }])
    expect(await held(shop)).toBe(0)
  },
)

test('a page created behind a lost 500 response is recorded, and a second payment is flagged', {
  tags: ['P4'],
}, async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/checkout/sessions', method: 'POST' })
  const { status, body } = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  expect(status).toBe(200)
  const [ghost, ...others] = stripe.ledger.sessions().filter(({ id }) => id !== body.sessionId)
  expect(others).toEqual([])
  await stripe.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'paid', review_notes: [] })
  await stripe.pay(ghost?.id ?? '')
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({
    provider_state: 'paid',
    review_notes: [{ kind: 'paid_twice', sessionId: ghost?.id }],
  })
  expect(await shop.count('private.outbox')).toBe(1)
})

test('an order whose page Stripe refuses releases its holds, and the next request creates a new order', {
  tags: ['P7'],
}, async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  const discount = await shop.db.discountCode({ max_redemptions: 1 })
  const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: discount.code }
  stripe.faults.next({ kind: 'bad_request', path: '/v1/checkout/sessions' })
  const refused = await shop.press(press)
  expect(refused).toMatchObject({ status: 502, body: { code: 'payment_refused' } })
  expect(JSON.stringify(refused.body)).not.toContain('stand-in')
  expect(await orders(shop)).toMatchObject([{ provider_state: 'expired' }])
  expect(await held(shop)).toBe(0)
  expect((await shop.press(press)).status).toBe(200)
})

test('an order with too little time left for a page is expired', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  const discount = await shop.db.discountCode({ max_redemptions: 1 })
  stripe.faults.next({ kind: 'down', times: 100 })
  await shop.press({ items: [itemOf(dress)], cartId: randomUUID(), discountCode: discount.code })
  stripe.faults.clear()
  await later(shop, '35 minutes')
  stripe.clock.advance(35 * 60_000)
  await expect
    .poll(
      async () => {
        await finishCheckouts(shop.paymentDeps)
        return (await orders(shop))[0]?.provider_state
      },
      { timeout: 5_000 },
    )
    .toBe('expired')
  expect(await held(shop)).toBe(0)
  expect(stripe.ledger.sessions()).toEqual([])
})

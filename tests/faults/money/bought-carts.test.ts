import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { penceFromPounds } from '#base/money.ts'
import { cartSums } from '#features/cart/sums.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import { createLog } from '#platform/log.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { createStripeProvider } from '#platform/payments/stripe/stripe-provider.ts'
import { shop as settings } from '#shop'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { checkMoney } from '#tests/fixtures/money-checker.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { readStripeLedger } from '#tests/fixtures/stripe-ledger.ts'

const carts = 200
const atOnce = 10
const prices = [0.01, 0.3, 7.99, 12.01, 30.1, 39.99, 40, 59.99, 60, 60.01, 89.5, 119.99, 120, 120.01, 333.33, 1_999.99]
const percents = [1, 5, 10, 15, 33, 50, 99, 100]

test('for 200 carts bought over HTTP the cart, order, payment page and charge agree to the penny', async () => {
  await using stripe = await startStripe()
  await using shop = await checkoutShop({ provider: () => manyPrograms(stripe) })
  const garments = await Promise.all(prices.map((price) => shop.db.product({ price })))
  const codes = await Promise.all(percents.map((percent) => shop.db.discountCode({ percent })))

  const cart = fc.record({
    lines: fc.uniqueArray(
      fc.record({
        garment: fc.oneof(fc.constantFrom(...garments), fc.constantFrom(...garments.slice(-5, -2))),
        quantity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 })),
      }),
      { minLength: 1, maxLength: 4, selector: ({ garment }) => garment.id },
    ),
    code: fc.option(fc.constantFrom(...codes)),
    country: fc.constantFrom(...settings.zones.flatMap((zone) => zone.countries)),
    service: fc.nat(9),
  })
  const wanted = fc.sample(cart, { numRuns: carts }).values()

  async function buy(): Promise<void> {
    for (const { lines, code, country, service: nth } of wanted) {
      const items = lines.map(({ garment, quantity }) => ({ ...itemOf(garment, { quantity }), quantity }))
      const shown = cartSums(
        items.map((item) => ({ ...item, ...{ price: pounds(item.price), name: 'A garment', imageUrl: null } })),
        { percent: code?.percent ?? 0, country, zones: settings.zones },
      )
      const { status, body } = await shop.press({ items, country, discountCode: code?.code, cartId: randomUUID() })
      expect({ status, ...body }).toMatchObject({ status: 200 })
      const page = stripe.ledger.sessions().find(({ id }) => id === body.sessionId)
      expect(page).toMatchObject({
        amount_subtotal: shown.subtotal,
        total_details: { amount_discount: shown.discount },
        shipping_options: shown.services.map(({ pricePence }) => ({ shipping_amount: pricePence })),
      })
      const service = shown.services[nth % shown.services.length]
      const sessionId = body.sessionId ?? ''
      const paid = await stripe.pay(sessionId, service ? { shipping: service.id } : {})
      expect(paid.amount_total).toBe(service?.toPay)
      expect(await settleOrder(shop.paymentDeps, sessionId)).toBe('paid')
      const order = await shop.order(sessionId)
      expect(penceFromPounds(order.product_price)).toBe(shown.subtotal)
      expect(penceFromPounds(order.discount_amount)).toBe(shown.discount)
      expect(penceFromPounds(order.final_amount)).toBe(service?.toPay)
      expect(order.review_notes).toEqual([])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, buy))
  const books = await readStripeLedger(stripe)
  expect(books.pages.filter((page) => page.isPaid)).toHaveLength(carts)
  expect(await shop.db.asService((tx) => checkMoney({ tx, books, isOver: true }))).toEqual([])
}, 300_000)

/** One program creates 15 pages per second; this many programs together keep the test short. */
function manyPrograms({ secretKey, webhookSecret, url }: StripeStandIn): PaymentProvider {
  const log = createLog({ level: 'silent' })
  const options = { secretKey, webhookSecrets: [webhookSecret], apiBase: url, siteUrl: 'http://shop.test', log }
  const programs = Array.from({ length: 8 }, () => createStripeProvider(options))
  let turn = 0
  const next = () => programs[turn++ % programs.length] as PaymentProvider
  return {
    ...next(),
    createSession: (request) => next().createSession(request),
    getSession: (id) => next().getSession(id),
  }
}

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

test('no request body causes a 5xx, and every payment page charges the shop’s own prices', {
  tags: ['S1'],
  timeout: 90_000,
}, async () => {
  await using shop = await checkoutShop()
  const garments = await Promise.all([89, 0.01, 9_999.99, 30.1].map((price) => shop.db.product({ price })))
  const hidden = await shop.db.product({ active: false })
  const { code } = await shop.db.discountCode({ percent: 33 })
  const priceOf = new Map(garments.map(({ id, price }) => [id, Math.round(Number(price) * 100)]))

  const garment = fc.constantFrom(...garments)
  const right = garment.chain((each) =>
    fc
      .record({ quantity: fc.integer({ min: 1, max: 20 }), size: fc.constantFrom('8-10', '10-12') })
      .map((more) => itemOf(each, more)),
  )
  const odd = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.double(), fc.maxSafeInteger())
  const oddItem = fc.oneof(
    fc.constant(itemOf(hidden)),
    fc
      .tuple(right, fc.constantFrom('id', 'size', 'quantity', 'price', 'name', 'imageUrl'), odd)
      .map(([line, key, value]) => ({ ...line, [key]: value })),
    fc.anything(),
  )
  const body = fc.record(
    {
      items: fc.array(right, { minLength: 1, maxLength: 4 }),
      discountCode: fc.constantFrom(code, ` ${code.toLowerCase()}`, '', null),
      validateOnly: fc.constantFrom(false, false, null, true),
      cartId: fc.oneof(fc.constant(randomUUID()), fc.uuid()),
      country: fc.constantFrom('GB', 'fr', 'US'),
    },
    { requiredKeys: ['items'] },
  )
  const fields = fc.constantFrom('items', 'discountCode', 'validateOnly', 'cartId', 'country')
  const sendable = fc.oneof(
    { weight: 3, arbitrary: body },
    {
      weight: 3,
      arbitrary: fc.tuple(body, fields, odd).map(([right, field, value]) => ({ ...right, [field]: value })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(body, oddItem).map(([right, item]) => ({ ...right, items: [...right.items, item] })),
    },
    { weight: 1, arbitrary: fc.anything() },
  )
  let pages = 0
  await fc.assert(
    fc.asyncProperty(sendable, async (sent) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(sent) ?? 'undefined' }
      const response = await shop.fetch('/functions/v1/create-stripe-checkout', init)
      expect(response.status).toBeLessThan(500)
      const { sessionId, code: refusal } = (await response.json()) as { sessionId?: string; code?: string }
      if (response.status !== 200) expect(refusal).toEqual(expect.any(String))
      if (!sessionId) return
      pages += 1
      const order = await shop.order(sessionId)
      const session = await shop.db.asService((tx) =>
        tx
          .selectFrom('private.test_payment_sessions')
          .selectAll()
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow(),
      )
      const lines = await shop.db.asService((tx) =>
        tx.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute(),
      )
      const subtotal = lines.reduce(
        (sum, line) => sum + (priceOf.get(line.product_id) ?? Number.NaN) * line.quantity,
        0,
      )
      const discount = order.discount_code ? Math.floor((subtotal * 33 + 50) / 100) : 0
      expect([session.amount_subtotal, session.amount_discount]).toEqual([subtotal, discount])
      const parts = lines.reduce((sum, line) => sum + Math.round(Number(line.discount_amount) * 100), 0)
      expect(parts).toBe(discount)
    }),
    { numRuns: 120 },
  )
  // Some of the random bodies must be valid.
  expect(pages).toBeGreaterThan(10)
})

test('no payment form causes a 5xx', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const sessionId = (await shop.press({ items: [itemOf(dress)] })).body.sessionId ?? ''
  const fields = fc.constantFrom(
    'email',
    'name',
    'phone',
    'address',
    'city',
    'postcode',
    'country',
    'delivery',
    'card',
    'expiry',
    'cvc',
  )
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '<script>', '\ud800'))
  await fc.assert(
    fc.asyncProperty(fields, text, async (field, value) => {
      const response = await shop.pay(sessionId, {
        [field]: value,
        ...(field !== 'card' && { card: '4000000000000002' }),
      })
      expect([303, 402, 422]).toContain(response.status)
    }),
    { numRuns: 150 },
  )
  for (const path of ['/test-payment/x', '/test-payment/%00', `/test-payment/${'y'.repeat(5_000)}`]) {
    expect((await shop.fetch(path)).status).toBe(404)
  }
}, 60_000)

test('no session id causes a 5xx or returns more than its status', { tags: ['C8'] }, async () => {
  await using shop = await checkoutShop()
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), async (id) => {
      const response = await shop.fetch(
        `/functions/v1/checkout-status?session_id=${encodeURIComponent(id.toWellFormed())}`,
      )
      const body = await response.json()
      // No endpoint accepts text that PostgreSQL cannot store.
      if (id.includes('\0')) {
        expect([response.status, body]).toMatchObject([400, { code: 'bad_request' }])
        return
      }
      expect(body).toEqual({ status: 'none' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    }),
    { numRuns: 100, examples: [['\0'], ['cs_test_\0']] },
  )
  expect(await (await shop.fetch('/functions/v1/checkout-status')).json()).toEqual({ status: 'none' })
})

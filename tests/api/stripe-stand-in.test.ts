import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { deliveryFor, lineFor, officialClient, pageRequest } from '#tests/fixtures/stripe/official-client.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

const minute = 60_000

test('a page is made, paid and read by the official library', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const coupon = await client.coupons.create({ amount_off: 1_500, currency: 'gbp', duration: 'once', name: 'SPRING' })
  const page = await client.checkout.sessions.create(pageRequest({ discounts: [{ coupon: coupon.id }] }))
  expect(page).toMatchObject({
    amount_subtotal: 15_000,
    amount_total: 13_950,
    status: 'open',
    payment_status: 'unpaid',
  })
  expect(page.url).toBe(`${stripe.url}/c/pay/${page.id}`)

  await stripe.pay(page.id, { shipping: 'uk-express' })

  const paid = await client.checkout.sessions.retrieve(page.id, {
    expand: ['shipping_cost.shipping_rate', 'payment_intent.latest_charge.refunds', 'line_items.data.price.product'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_total: 14_450,
    total_details: { amount_discount: 1_500, amount_shipping: 950 },
    shipping_cost: { shipping_rate: { metadata: { service: 'uk-express' } } },
    collected_information: { shipping_details: { address: { country: 'GB' } } },
    payment_intent: { status: 'succeeded', amount_received: 14_450, metadata: { order_id: 'order-1' } },
    line_items: { data: [{ quantity: 2, price: { product: { description: 'Size 10-12' } } }] },
    consent: { terms_of_service: 'accepted' },
  })
  const { data: events } = await client.events.list({ types: ['checkout.session.completed'], delivery_success: false })
  expect(events).toMatchObject([
    { livemode: false, api_version: Stripe.API_VERSION, data: { object: { id: page.id } } },
  ])
})

test.for<[string, Stripe.Checkout.SessionCreateParams | { [key: string]: unknown }, string, string | undefined]>([
  ['an unknown parameter', { colour: 'red' }, 'colour', 'parameter_unknown'],
  [
    'an unknown parameter deep inside',
    { line_items: [{ ...lineFor(100), size: 'S' }] },
    'line_items[0][size]',
    'parameter_unknown',
  ],
  ['no lines', { line_items: [] }, 'line_items', 'parameter_missing'],
  ['101 lines', { line_items: Array.from({ length: 101 }, () => lineFor(100)) }, 'line_items', undefined],
  [
    'six deliveries',
    { shipping_options: Array.from({ length: 6 }, () => deliveryFor('a', 1)) },
    'shipping_options',
    undefined,
  ],
  ['29 pence', { line_items: [lineFor(29)], shipping_options: [] }, 'line_items', 'amount_too_small'],
  [
    'half a penny',
    { line_items: [lineFor(75.5)] },
    'line_items[0][price_data][unit_amount]',
    'parameter_invalid_integer',
  ],
  [
    'a picture without https',
    pictured('http://shop.example/a.jpg'),
    'line_items[0][price_data][product_data][images][0]',
    'url_invalid',
  ],
  ['a life of 20 minutes', { expires_at: seconds(20) }, 'expires_at', undefined],
  ['a life of 25 hours', { expires_at: seconds(25 * 60) }, 'expires_at', undefined],
  ['a coupon nobody made', { discounts: [{ coupon: 'none' }] }, 'discounts[0][coupon]', 'resource_missing'],
  ['a note of 501 characters', { metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined],
  [
    'a country nobody lives in',
    { shipping_address_collection: { allowed_countries: ['XX'] } },
    'shipping_address_collection[allowed_countries][0]',
    undefined,
  ],
  ['an empty text', { client_reference_id: '' }, 'client_reference_id', 'parameter_invalid_empty'],
])('refuses %s', async ([, change, param, code]) => {
  await using stripe = await startStripe()
  const call = officialClient(stripe).checkout.sessions.create(
    pageRequest(change as Stripe.Checkout.SessionCreateParams),
  )
  await expect(call).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param, code })
  expect(stripe.ledger.sessions()).toEqual([])
})

test('a discount and a promotion code field are refused together', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const { id } = await client.coupons.create({ amount_off: 100, currency: 'gbp', duration: 'once' })
  const both = pageRequest({ discounts: [{ coupon: id }], allow_promotion_codes: true })
  await expect(client.checkout.sessions.create(both)).rejects.toMatchObject({ statusCode: 400, param: 'discounts' })
})

test('a coupon never exceeds the goods, and a free order needs no payment', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const { id } = await client.coupons.create({ amount_off: 99_999, currency: 'gbp', duration: 'once' })
  const free = pageRequest({ discounts: [{ coupon: id }], shipping_options: [deliveryFor('uk-standard', 0)] })
  const page = await client.checkout.sessions.create(free)
  expect(page).toMatchObject({ amount_total: 0, total_details: { amount_discount: 15_000 } })
  expect(await stripe.pay(page.id)).toMatchObject({ payment_status: 'no_payment_required', payment_intent: null })
  expect(stripe.ledger.payments()).toEqual([])
})

test('the same key returns the same page, and refuses different parameters', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const key = { idempotencyKey: 'order-1' }
  const first = await client.checkout.sessions.create(pageRequest(), key)
  const second = await client.checkout.sessions.create(pageRequest(), key)
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  const other = client.checkout.sessions.create(pageRequest({ client_reference_id: 'order-2' }), key)
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(stripe.ledger.sessions()).toHaveLength(1)
  stripe.clock.advance(25 * 60 * minute)
  expect((await client.checkout.sessions.create(pageRequest(), key)).id).not.toBe(first.id)
})

test('another API key has no access', async () => {
  await using stripe = await startStripe()
  const stranger = officialClient(stripe, { key: 'sk_test_stranger' })
  await expect(stranger.charges.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
})

test('an unpaid page expires by its clock, and can be expired earlier', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const left = await client.checkout.sessions.create(pageRequest({ expires_at: seconds(60) }))
  const closed = await client.checkout.sessions.create(pageRequest())
  expect(await client.checkout.sessions.expire(closed.id)).toMatchObject({ status: 'expired', url: null })
  await expect(client.checkout.sessions.expire(closed.id)).rejects.toMatchObject({ statusCode: 400 })
  stripe.clock.advance(61 * minute)
  expect(await client.checkout.sessions.retrieve(left.id)).toMatchObject({
    status: 'expired',
    payment_status: 'unpaid',
  })
  expect(stripe.ledger.events().map((event) => event.type)).toEqual(Array(2).fill('checkout.session.expired'))
})

test('refunds are made in parts, never beyond the payment, and may fail', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const page = await client.checkout.sessions.create(pageRequest())
  const { payment_intent } = await stripe.pay(page.id)
  const payment = String(payment_intent)
  const part = await client.refunds.create({ payment_intent: payment, amount: 5_000 }, { idempotencyKey: 'part' })
  await client.refunds.create({ payment_intent: payment, amount: 5_000 }, { idempotencyKey: 'part' })
  const tooMuch = client.refunds.create({ payment_intent: payment, amount: 10_451 })
  await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  await stripe.refund(payment)
  await expect(client.refunds.create({ payment_intent: payment })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  await stripe.failRefund(part.id)
  const { data: refunds } = await client.refunds.list({ payment_intent: payment })
  expect(refunds.map((each) => [each.amount, each.status])).toEqual([
    [10_450, 'succeeded'],
    [5_000, 'failed'],
  ])
  expect(stripe.ledger.charges()).toMatchObject([{ amount: 15_450, amount_refunded: 10_450, refunded: false }])
})

test('Klarna may decide later, either way', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const pages = await Promise.all([1, 2].map(() => client.checkout.sessions.create(pageRequest())))
  const [first = '', second = ''] = pages.map((page) => page.id)
  for (const id of [first, second])
    expect(await stripe.pay(id, { how: 'klarna_later' })).toMatchObject({
      payment_status: 'unpaid',
      status: 'complete',
    })
  expect(await stripe.settleLater(first, 'succeeded')).toMatchObject({ payment_status: 'paid' })
  expect(await stripe.settleLater(second, 'failed')).toMatchObject({ payment_status: 'unpaid' })
  await expect(stripe.settleLater(second, 'succeeded')).rejects.toThrow('pending')
  expect(stripe.ledger.payments().map((payment) => payment.status)).toEqual(['succeeded', 'requires_payment_method'])
})

test('a bank disputes a payment, and warns of fraud', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const page = await client.checkout.sessions.create(pageRequest())
  const payment = String((await stripe.pay(page.id)).payment_intent)
  await stripe.warnOfFraud(payment)
  const { id } = await stripe.dispute(payment, {
    reason: 'product_not_received',
    dueBy: new Date('2027-01-01T00:00:00Z'),
  })
  expect(await client.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    amount: 15_450,
    evidence_details: { due_by: 1_798_761_600 },
  })
  await expect(client.refunds.create({ payment_intent: payment })).rejects.toMatchObject({ code: 'charge_disputed' })
  await stripe.answerDispute(id)
  await stripe.closeDispute(id, 'won')
  expect((await client.disputes.list({ payment_intent: payment })).data).toMatchObject([{ id, status: 'won' }])
  const delivered = [
    'radar.early_fraud_warning.created',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ]
  expect(
    stripe.ledger
      .events()
      .slice(1)
      .map((event) => event.type),
  ).toEqual(delivered)
})

test('lists have pages, the newest first', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  const made: string[] = []
  for (let index = 0; index < 5; index++) made.unshift((await client.checkout.sessions.create(pageRequest())).id)
  const listed = await client.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(listed.map((page) => page.id)).toEqual(made)
  await stripe.pay(made[0] ?? '')
  expect((await client.checkout.sessions.list({ status: 'complete' })).data.map((page) => page.id)).toEqual([made[0]])
  expect((await client.checkout.sessions.list({ created: { gte: seconds(5) } })).data).toEqual([])
})

test('the ledger outlives the stand-in, and an incomplete last line is discarded', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'))
  try {
    const before = await startStripe({ dir })
    const page = await officialClient(before).checkout.sessions.create(pageRequest(), { idempotencyKey: 'order-1' })
    await before.pay(page.id)
    before.clock.advance(minute)
    await before.stop()
    const file = join(dir, 'stripe-ledger.jsonl')
    const { length } = await readFile(file)
    await truncate(file, length - 5)

    await using after = await startStripe({ dir })
    const [session] = after.ledger.sessions()
    expect(session).toMatchObject({ id: page.id, payment_status: 'paid' })
    expect(after.clock.offsetMs()).toBe(0)
    const again = await officialClient(after).checkout.sessions.create(pageRequest(), { idempotencyKey: 'order-1' })
    expect(again.id).toBe(page.id)
    expect(after.held()).toHaveLength(1)
  } finally {
    await rm(dir, { recursive: true })
  }
})

function pictured(url: string) {
  const { price_data, quantity } = lineFor(7_500)
  return { line_items: [{ price_data: { ...price_data, product_data: { name: 'Mary', images: [url] } }, quantity }] }
}

function seconds(minutes: number): number {
  return Math.floor((Date.now() + minutes * minute) / 1000)
}

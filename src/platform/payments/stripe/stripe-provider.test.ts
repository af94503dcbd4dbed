import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { pageRequest, record, stripeWorld } from '#tests/fixtures/stripe-world.ts'
import { createStripeProvider } from './stripe-provider.ts'

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}

const today = () => ({ from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) })

function refusal(code: string) {
  return expect.objectContaining({ name: 'AppError', code })
}

test('a page is created, paid with the delivery that the customer chose, and read back with exact amounts', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const sessionRequest = pageRequest()
  const page = await provider.createSession(sessionRequest)
  expect(page).toEqual({
    id: expect.stringMatching(/^cs_test_/),
    url: `${stripe.url}/c/pay/${page.id}`,
    expiresAt: sessionRequest.expiresAt,
  })
  expect(await provider.getSession(page.id)).toMatchObject({
    orderId: sessionRequest.orderId,
    status: 'open',
    paymentStatus: 'unpaid',
    currency: 'gbp',
    subtotalPence: 17_800,
    discountPence: 1_780,
    deliveryPence: null,
    deliveryService: null,
    totalPence: null,
    refundedPence: 0,
    customer: null,
    paymentId: null,
  })
  await stripe.pay(page.id, {
    shipping: 'fast',
    customer: { email: 'ruth@example.com', name: 'Ruth Moab', phone: '+447700900123' },
    address: { line1: '1 Barley Row', line2: 'Upper floor', city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
  })
  const paid = await record(provider, page.id)
  expect(paid).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    deliveryPence: 650,
    deliveryService: 'fast',
    totalPence: 16_670,
    paymentId: expect.stringMatching(/^pi_/),
    customer: {
      name: 'Ruth Moab',
      email: 'ruth@example.com',
      phone: '+447700900123',
      address: { line1: '1 Barley Row', line2: 'Upper floor', city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
    },
    refunds: [],
    disputes: [],
  })
  expect(await provider.findSessionOf(paid.paymentId ?? '')).toEqual(paid)
  expect(await provider.getLines(page.id)).toEqual([{ name: 'Mary Dress', size: '8-10', unitPence: 8900, quantity: 2 }])
  expect(await all(provider.listSessions(today()))).toEqual([paid])
  expect(await all(provider.inBackground().listPayments(today()))).toMatchObject([
    { id: paid.paymentId, orderId: sessionRequest.orderId, amountPence: 16_670, refundedPence: 0, currency: 'gbp' },
  ])
})

test('the account says what Stripe kept and paid out, also over several pages of its list', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  expect(await provider.sumAccount?.(today())).toEqual({ feesPence: 0, paidOutPence: 0 })
  for (let time = 0; time < 60; time += 1) await stripe.pay((await provider.createSession(pageRequest())).id)
  const charged = await all(provider.listPayments(today()))
  const fees = charged.reduce((sum, { amountPence }) => sum + Math.round(amountPence * 0.015) + 20, 0)
  const paid = charged.reduce((sum, { amountPence }) => sum + amountPence, 0)
  expect(charged).toHaveLength(60)
  expect(await provider.sumAccount?.(today())).toEqual({ feesPence: fees, paidOutPence: paid - fees })
  const before = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) }
  expect(await provider.sumAccount?.(before)).toEqual({ feesPence: 0, paidOutPence: 0 })
})

test('Stripe gets an absolute URL of a picture, so that it can fetch it', async () => {
  await using shop = await stripeWorld()
  const urls = [
    '/storage/v1/object/public/a.webp',
    'https://cdn.test/b.webp',
    'http://localhost/c.webp',
    null,
    'http://',
  ]
  const lines = urls.map((imageUrl) => ({ name: 'Mary Dress', size: '8-10', unitPence: 8900, quantity: 1, imageUrl }))
  const { id } = await shop.provider.createSession(pageRequest({ lines }))
  const sessionRequest = `${shop.stripe.url}/v1/checkout/sessions/${id}/line_items?expand[]=data.price.product`
  const response = await fetch(sessionRequest, { headers: { authorization: `Bearer ${shop.stripe.secretKey}` } })
  const { data } = (await response.json()) as { data: { price: { product: { images: string[] } } }[] }
  expect(data.map(({ price }) => price.product.images)).toEqual([
    ['https://shop.test/storage/v1/object/public/a.webp'],
    ['https://cdn.test/b.webp'],
    [],
    [],
    [],
  ])
})

test('twenty concurrent calls under one key create one page and one coupon', async () => {
  await using shop = await stripeWorld()
  const sessionRequest = pageRequest()
  const pages = await Promise.all(Array.from({ length: 20 }, () => shop.provider.createSession(sessionRequest)))
  expect(new Set(pages.map((page) => page.url)).size).toBe(1)
  expect(shop.stripe.ledger.sessions()).toHaveLength(1)
  expect(shop.stripe.ledger.coupons()).toHaveLength(1)
})

test('an id that Stripe does not know gives null, and an impossible id sends no request', async () => {
  await using shop = await stripeWorld()
  const { provider } = shop
  expect(await provider.getSession('cs_test_unknown')).toBeNull()
  expect(await provider.expireSession('cs_test_unknown')).toBeNull()
  expect(await provider.findSessionOf('pi_unknown')).toBeNull()
  expect(await provider.getLines('cs_test_unknown')).toEqual([])
  const before = shop.stripe.ledger.requests().length
  for (const id of ['', '../customers', 'cs_test_a/../../x', 'pay_test_1', `cs_${'x'.repeat(500)}`]) {
    expect(await provider.getSession(id)).toBeNull()
    expect(await provider.expireSession(id)).toBeNull()
  }
  expect(shop.stripe.ledger.requests()).toHaveLength(before)
})

test('a page is closed once, and a paid page stays paid', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const open = await provider.createSession(pageRequest())
  expect(await provider.expireSession(open.id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
  expect(await provider.expireSession(open.id)).toMatchObject({ status: 'expired' })
  const paid = await provider.createSession(pageRequest())
  await stripe.pay(paid.id)
  expect(await provider.expireSession(paid.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
})

test('a Klarna payment is unpaid first, then paid or failed', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  for (const [outcome, status] of [
    ['succeeded', 'paid'],
    ['failed', 'failed'],
  ] as const) {
    const { id } = await provider.createSession(pageRequest())
    await stripe.pay(id, { how: 'klarna_later' })
    expect(await provider.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' })
    await stripe.settleLater(id, outcome)
    expect(await provider.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: status })
  }
})

test('a declined card leaves the page open', async () => {
  await using shop = await stripeWorld()
  const { id } = await shop.provider.createSession(pageRequest())
  await shop.stripe.pay(id, { how: 'declined' })
  expect(await shop.provider.getSession(id)).toMatchObject({
    status: 'open',
    paymentStatus: 'unpaid',
    totalPence: null,
  })
})

test('a free order has no payment', async () => {
  await using shop = await stripeWorld()
  const delivery = { id: 'post', label: 'Post', pricePence: 0, transit: '2 days' }
  const free = pageRequest({ discount: { label: 'All', amountPence: 17_800 }, deliveryOptions: [delivery] })
  const { id } = await shop.provider.createSession(free)
  await shop.stripe.pay(id)
  expect(await shop.provider.getSession(id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'no_payment_required',
    totalPence: 0,
    paymentId: null,
  })
})

test('refunds happen once per key, in parts, and never exceed what was paid', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(pageRequest())
  await expect(provider.refund({ sessionId: id, amountPence: 1, idempotencyKey: 'r0' })).rejects.toEqual(
    refusal('bad_request'),
  )
  await stripe.pay(id)
  const first = { sessionId: id, amountPence: 1_000, idempotencyKey: 'r1' }
  const [a, b] = await Promise.all([provider.refund(first), provider.refund(first)])
  expect(a).toEqual(b)
  expect(a).toMatchObject({ amountPence: 1_000, status: 'succeeded', reference: 'r1', failure: null })
  expect(await provider.refund(first)).toEqual(a)
  for (const amountPence of [0, -1, 1.5, 15_471, Number.NaN])
    await expect(provider.refund({ sessionId: id, amountPence, idempotencyKey: 'r2' })).rejects.toEqual(
      refusal('bad_request'),
    )
  const payment = (await record(provider, id)).paymentId ?? ''
  await stripe.refund(payment, 470)
  stripe.refundsBegin = 'pending'
  const last = await provider.refund({ sessionId: id, amountPence: 15_000, idempotencyKey: 'r3' })
  expect(last.status).toBe('pending')
  expect(await provider.getSession(id)).toMatchObject({ totalPence: 16_470, refundedPence: 16_470 })
  await stripe.failRefund(last.id)
  const after = await record(provider, id)
  expect(after.refundedPence).toBe(1_470)
  expect(after.refunds.map(({ reference, status }) => [reference, status]).toSorted()).toEqual(
    [
      [null, 'succeeded'],
      ['r1', 'succeeded'],
      ['r3', 'failed'],
    ].toSorted(),
  )
  expect(stripe.ledger.refunds()).toHaveLength(3)
})

test('refunds beyond one page of Stripe’s response count too', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(pageRequest())
  await stripe.pay(id)
  const payment = (await record(provider, id)).paymentId ?? ''
  for (let n = 0; n < 13; n += 1) await stripe.refund(payment, 100)
  expect(await provider.getSession(id)).toMatchObject({ refundedPence: 1_300 })
  expect((await all(provider.inBackground().listSessions(today())))[0]?.refunds).toHaveLength(13)
})

test('the record includes a dispute, with its deadline and its outcome', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(pageRequest())
  await stripe.pay(id)
  const payment = (await record(provider, id)).paymentId ?? ''
  const dispute = await stripe.dispute(payment)
  expect((await record(provider, id)).disputes).toMatchObject([
    { id: dispute.id, paymentId: payment, amountPence: 16_470, status: 'needs_response', respondBy: expect.any(Date) },
  ])
  await stripe.closeDispute(dispute.id, 'lost')
  expect(await all(provider.listDisputes(today()))).toMatchObject([{ id: dispute.id, status: 'lost' }])
})

test('the stand-in’s own events are accepted, and missed ones are listed', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const sessionRequest = pageRequest()
  const { id } = await provider.createSession(sessionRequest)
  await stripe.pay(id)
  const missed = await all(provider.listMissedEvents(today()))
  expect(missed).toMatchObject([{ type: 'checkout.session.completed', sessionId: id, orderId: sessionRequest.orderId }])
  const [event] = stripe.held()
  if (!event) throw new Error('No event')
  for (const forged of stripe.forge(event))
    await expect(provider.verifyEvent(forged.body, new Headers(forged.headers)), forged.name).rejects.toEqual(
      refusal('bad_request'),
    )
})

test('a total below Stripe’s minimum is amount_too_small', async () => {
  await using shop = await stripeWorld()
  const delivery = { id: 'post', label: 'Post', pricePence: 0, transit: '2 days' }
  const sessionRequest = pageRequest({
    discount: { label: 'Nearly all', amountPence: 17_780 },
    deliveryOptions: [delivery],
  })
  await expect(shop.provider.createSession(sessionRequest)).rejects.toEqual(refusal('amount_too_small'))
})

test('payments of a test key link to the test part of the dashboard', () => {
  const log = createLog({ level: 'silent' })
  const settings = { webhookSecrets: [], apiBase: undefined, siteUrl: 'https://shop.test', log }
  const url = (secretKey: string) => createStripeProvider({ ...settings, secretKey }).dashboardUrl('pi_1')
  expect(url('sk_test_1')).toBe('https://dashboard.stripe.com/test/payments/pi_1')
  expect(url('rk_live_1')).toBe('https://dashboard.stripe.com/payments/pi_1')
})

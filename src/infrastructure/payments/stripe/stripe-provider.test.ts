import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '#infrastructure/log.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import type { PaymentProvider, SessionRecord, SessionRequest } from '../provider.ts'
import type { Patience } from './calls.ts'
import { createStripeProvider } from './stripe-provider.ts'

const soon: Partial<Patience> = { perRequest: 300, perCall: 1_500, whileOpen: 400 }

async function world(patience: Partial<Patience> = {}) {
  const stripe = await startStripe({ deliverer: 'hold' })
  const provider = createStripeProvider({
    secretKey: stripe.secretKey,
    webhookSecrets: [stripe.webhookSecret],
    apiBase: stripe.url,
    siteUrl: 'https://shop.test',
    log: createLog({ level: 'silent' }),
    pace: { checkout: 100, confirming: 100, background: 100 },
    patience,
  })
  return { stripe, provider, [Symbol.asyncDispose]: () => stripe.stop() }
}

function request(changes: Partial<SessionRequest> = {}): SessionRequest {
  const orderId = randomUUID()
  return {
    orderId,
    orderNumber: 'TKW-000000',
    lines: [{ name: 'Mary Dress', size: '8-10', unitPence: 8900, quantity: 2, imageUrl: 'https://shop.test/m.webp' }],
    discount: { label: 'Discount TEN (10%)', amountPence: 1780 },
    deliveryOptions: [
      { id: 'post', label: 'Post', pricePence: 450, transit: '2 days' },
      { id: 'fast', label: 'Fast post', pricePence: 650, transit: '1 day' },
    ],
    countries: ['GB', 'JE'],
    idempotencyKey: orderId,
    expiresAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000),
    successUrl: 'https://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://shop.test/shop',
    dispatchNote: 'Made to order: dispatched by Friday 4 December, in one parcel.',
    ...changes,
  }
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}

const today = () => ({ from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) })

function refusal(code: string) {
  return expect.objectContaining({ name: 'Refusal', code })
}

async function record(provider: PaymentProvider, id: string): Promise<SessionRecord> {
  const found = await provider.getSession(id)
  if (!found) throw new Error(`No page ${id}`)
  return found
}

test('a page is made, paid with a delivery of the shopper’s choice, and read back to the penny', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const asked = request()
  const page = await provider.createSession(asked)
  expect(page).toEqual({
    id: expect.stringMatching(/^cs_test_/),
    url: `${stripe.url}/c/pay/${page.id}`,
    expiresAt: asked.expiresAt,
  })
  expect(await provider.getSession(page.id)).toMatchObject({
    orderId: asked.orderId,
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
    { id: paid.paymentId, orderId: asked.orderId, amountPence: 16_670, refundedPence: 0, currency: 'gbp' },
  ])
})

test('twenty calls at once under one key make one page and one coupon', async () => {
  await using shop = await world()
  const asked = request()
  const pages = await Promise.all(Array.from({ length: 20 }, () => shop.provider.createSession(asked)))
  expect(new Set(pages.map((page) => page.url)).size).toBe(1)
  expect(shop.stripe.ledger.sessions()).toHaveLength(1)
  expect(shop.stripe.ledger.coupons()).toHaveLength(1)
})

test('what Stripe does not know is not there, and what cannot be its own is not asked for', async () => {
  await using shop = await world()
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

test('a page is closed once; one that is paid stays paid', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const open = await provider.createSession(request())
  expect(await provider.expireSession(open.id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
  expect(await provider.expireSession(open.id)).toMatchObject({ status: 'expired' })
  const paid = await provider.createSession(request())
  await stripe.pay(paid.id)
  expect(await provider.expireSession(paid.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
})

test('Klarna that pays later is unpaid, then paid or failed', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  for (const [outcome, status] of [
    ['succeeded', 'paid'],
    ['failed', 'failed'],
  ] as const) {
    const { id } = await provider.createSession(request())
    await stripe.pay(id, { how: 'klarna_later' })
    expect(await provider.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' })
    await stripe.settleLater(id, outcome)
    expect(await provider.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: status })
  }
})

test('a declined card leaves the page open', async () => {
  await using shop = await world()
  const { id } = await shop.provider.createSession(request())
  await shop.stripe.pay(id, { how: 'declined' })
  expect(await shop.provider.getSession(id)).toMatchObject({
    status: 'open',
    paymentStatus: 'unpaid',
    totalPence: null,
  })
})

test('where nothing is to pay, nothing is paid', async () => {
  await using shop = await world()
  const delivery = { id: 'post', label: 'Post', pricePence: 0, transit: '2 days' }
  const free = request({ discount: { label: 'All', amountPence: 17_800 }, deliveryOptions: [delivery] })
  const { id } = await shop.provider.createSession(free)
  await shop.stripe.pay(id)
  expect(await shop.provider.getSession(id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'no_payment_required',
    totalPence: 0,
    paymentId: null,
  })
})

test('money goes back once per key, in parts, and never more than was paid', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(request())
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

test('more refunds than fit into one answer all count', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(request())
  await stripe.pay(id)
  const payment = (await record(provider, id)).paymentId ?? ''
  for (let n = 0; n < 13; n += 1) await stripe.refund(payment, 100)
  expect(await provider.getSession(id)).toMatchObject({ refundedPence: 1_300 })
  expect((await all(provider.inBackground().listSessions(today())))[0]?.refunds).toHaveLength(13)
})

test('a dispute comes with the record, with its deadline and its end', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(request())
  await stripe.pay(id)
  const payment = (await record(provider, id)).paymentId ?? ''
  const dispute = await stripe.dispute(payment)
  expect((await record(provider, id)).disputes).toMatchObject([
    { id: dispute.id, paymentId: payment, amountPence: 16_470, status: 'needs_response', respondBy: expect.any(Date) },
  ])
  await stripe.closeDispute(dispute.id, 'lost')
  expect(await all(provider.listDisputes(today()))).toMatchObject([{ id: dispute.id, status: 'lost' }])
})

test('the stand-in’s own events are believed, and what nobody took is found', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const asked = request()
  const { id } = await provider.createSession(asked)
  await stripe.pay(id)
  const missed = await all(provider.listMissedEvents(today()))
  expect(missed).toMatchObject([{ type: 'checkout.session.completed', sessionId: id, orderId: asked.orderId }])
  const [event] = stripe.held()
  if (!event) throw new Error('No event')
  for (const forged of stripe.forge(event))
    await expect(provider.verifyEvent(forged.body, new Headers(forged.headers)), forged.name).rejects.toEqual(
      refusal('bad_request'),
    )
})

test.each(['down', 'cut', 'conflict', 'black_hole', 'error_500'] as const)(
  'a request that meets “%s” is asked again under its key, and makes one page',
  async (kind) => {
    await using shop = await world(soon)
    const { stripe, provider } = shop
    stripe.faults.next({ kind, path: '/v1/checkout/sessions', method: 'POST' })
    const asked = request()
    const page = await provider.createSession(asked)
    expect(stripe.ledger.sessions().map(({ id }) => id)).toEqual([page.id])
    expect((await provider.createSession(asked)).id).toBe(page.id)
  },
)

test('a page that is made too slowly is said to be out of reach, and found under its key later', async () => {
  await using shop = await world(soon)
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'slow', path: '/v1/checkout/sessions', method: 'POST', ms: 2_000 })
  const asked = request()
  await expect(provider.createSession(asked)).rejects.toEqual(refusal('payment_provider_down'))
  const later = () =>
    provider.createSession(asked).then(
      ({ id }) => id,
      () => null,
    )
  await expect.poll(later, { timeout: 5_000 }).toBe(stripe.ledger.sessions()[0]?.id)
  expect(stripe.ledger.sessions()).toHaveLength(1)
})

test('a key whose answer is a kept 500 is left for the next one, for good', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/checkout/sessions', method: 'POST' })
  const asked = request()
  const page = await provider.createSession(asked)
  expect((await provider.createSession(asked)).id).toBe(page.id)
  expect(stripe.ledger.sessions()).toHaveLength(2)
  const made = stripe.ledger.requests().filter(({ path }) => path === '/v1/checkout/sessions')
  const keys = new Set(made.map(({ idempotencyKey }) => idempotencyKey))
  expect(keys).toEqual(new Set([asked.orderId, `${asked.orderId}:2`]))
})

test('a coupon that meets a kept 500 is made under its next key', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/coupons' })
  const { id } = await provider.createSession(request())
  await stripe.pay(id)
  expect(await provider.getSession(id)).toMatchObject({ paymentStatus: 'paid', discountPence: 1_780 })
})

test('a refund that was made and then answered with 500 is found, not made again', async () => {
  await using shop = await world()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(request())
  await stripe.pay(id)
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/refunds' })
  const refund = await provider.refund({ sessionId: id, amountPence: 500, idempotencyKey: 'r1' })
  expect(refund).toMatchObject({ reference: 'r1', amountPence: 500 })
  expect(stripe.ledger.refunds()).toHaveLength(1)
})

test('when nobody answers it is said in time; then at once; then somebody is there again', async () => {
  await using shop = await world(soon)
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'black_hole', times: 100 })
  const began = performance.now()
  const calls = Array.from({ length: 5 }, () => provider.createSession(request()))
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toEqual(refusal('payment_provider_down'))
  expect(performance.now() - began).toBeLessThan(3_000)
  const opened = performance.now()
  await expect(provider.createSession(request())).rejects.toEqual(refusal('payment_provider_down'))
  expect(performance.now() - opened).toBeLessThan(50)
  stripe.faults.clear()
  await expect.poll(() => provider.getSession('cs_test_x').catch(() => 'down'), { timeout: 3_000 }).toBeNull()
})

test.each([
  ['rate_limited', 'busy'],
  ['bad_request', 'payment_refused'],
] as const)('“%s” is not asked again, and is “%s”', async (kind, code) => {
  await using shop = await world()
  shop.stripe.faults.next({ kind, path: '/v1/checkout/sessions' })
  await expect(shop.provider.createSession(request({ discount: null }))).rejects.toEqual(refusal(code))
  expect(shop.stripe.ledger.requests()).toHaveLength(1)
})

test('a wrong key is refused, and nobody is told of it but the log', async () => {
  await using shop = await world()
  const lines: string[] = []
  const log = createLog({ level: 'silent' })
  log.error = (...parts: unknown[]) => void lines.push(JSON.stringify(parts))
  const settings = { webhookSecrets: [], apiBase: shop.stripe.url, siteUrl: 'https://shop.test', log }
  const provider = createStripeProvider({ ...settings, secretKey: 'sk_test_wrong' })
  await expect(provider.createSession(request())).rejects.toEqual(refusal('payment_refused'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('StripeAuthenticationError')
  expect(lines[0]).not.toContain('sk_test_wrong')
})

test('a total Stripe would not charge is amount_too_small', async () => {
  await using shop = await world()
  const delivery = { id: 'post', label: 'Post', pricePence: 0, transit: '2 days' }
  const asked = request({ discount: { label: 'Nearly all', amountPence: 17_780 }, deliveryOptions: [delivery] })
  await expect(shop.provider.createSession(asked)).rejects.toEqual(refusal('amount_too_small'))
})

test('a test key’s payments are in the test part of the dashboard', () => {
  const log = createLog({ level: 'silent' })
  const settings = { webhookSecrets: [], apiBase: undefined, siteUrl: 'https://shop.test', log }
  const url = (secretKey: string) => createStripeProvider({ ...settings, secretKey }).dashboardUrl('pi_1')
  expect(url('sk_test_1')).toBe('https://dashboard.stripe.com/test/payments/pi_1')
  expect(url('rk_live_1')).toBe('https://dashboard.stripe.com/payments/pi_1')
})

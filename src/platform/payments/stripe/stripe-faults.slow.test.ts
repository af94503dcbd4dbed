import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { pageRequest, soon, stripeWorld } from '#tests/fixtures/stripe-world.ts'
import { createStripeProvider } from './stripe-provider.ts'

function refusal(code: string) {
  return expect.objectContaining({ name: 'AppError', code })
}

test.each(['down', 'cut', 'conflict', 'black_hole', 'error_500'] as const)(
  'a request that meets “%s” is retried under its key, and creates one page',
  { tags: ['P5', 'P8'] },
  async (kind) => {
    await using shop = await stripeWorld(soon)
    const { stripe, provider } = shop
    stripe.faults.next({ kind, path: '/v1/checkout/sessions', method: 'POST' })
    const sessionRequest = pageRequest()
    const page = await provider.createSession(sessionRequest)
    expect(stripe.ledger.sessions().map(({ id }) => id)).toEqual([page.id])
    expect((await provider.createSession(sessionRequest)).id).toBe(page.id)
  },
)

test('a page that is created too slowly gives payment_provider_down, and a later call finds it under its key', {
  tags: ['P2'],
}, async () => {
  await using shop = await stripeWorld(soon)
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'slow', path: '/v1/checkout/sessions', method: 'POST', ms: 2_000 })
  const sessionRequest = pageRequest()
  await expect(provider.createSession(sessionRequest)).rejects.toEqual(refusal('payment_provider_down'))
  const later = () =>
    provider.createSession(sessionRequest).then(
      ({ id }) => id,
      () => null,
    )
  await expect.poll(later, { timeout: 5_000 }).toBe(stripe.ledger.sessions()[0]?.id)
  expect(stripe.ledger.sessions()).toHaveLength(1)
})

test('a key whose stored response is a 500 is replaced by the next key for all later calls', {
  tags: ['P4'],
}, async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/checkout/sessions', method: 'POST' })
  const sessionRequest = pageRequest()
  const page = await provider.createSession(sessionRequest)
  expect((await provider.createSession(sessionRequest)).id).toBe(page.id)
  expect(stripe.ledger.sessions()).toHaveLength(2)
  const made = stripe.ledger.requests().filter(({ path }) => path === '/v1/checkout/sessions')
  const keys = new Set(made.map(({ idempotencyKey }) => idempotencyKey))
  expect(keys).toEqual(new Set([sessionRequest.orderId, `${sessionRequest.orderId}:2`]))
})

test('a key that was used for another request, for example by an older version of the shop, is replaced by the next key', async () => {
  await using shop = await stripeWorld()
  const sessionRequest = pageRequest({ discount: null })
  const old = await shop.provider.createSession({ ...sessionRequest, dispatchNote: 'In other words' })
  const page = await shop.provider.createSession(sessionRequest)
  expect(page.id).not.toBe(old.id)
  expect((await shop.provider.createSession(sessionRequest)).id).toBe(page.id)
})

test('a coupon whose key has a stored 500 is created under the next key', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/coupons' })
  const { id } = await provider.createSession(pageRequest())
  await stripe.pay(id)
  expect(await provider.getSession(id)).toMatchObject({ paymentStatus: 'paid', discountPence: 1_780 })
})

test('a refund that was made and then answered with 500 is found and not repeated', async () => {
  await using shop = await stripeWorld()
  const { stripe, provider } = shop
  const { id } = await provider.createSession(pageRequest())
  await stripe.pay(id)
  stripe.faults.next({ kind: 'error_500_after_effect', path: '/v1/refunds' })
  const refund = await provider.refund({ sessionId: id, amountPence: 500, idempotencyKey: 'r1' })
  expect(refund).toMatchObject({ reference: 'r1', amountPence: 500 })
  expect(stripe.ledger.refunds()).toHaveLength(1)
})

test('without a response a call fails in time, then at once, and works again later', { tags: ['P3'] }, async () => {
  await using shop = await stripeWorld(soon)
  const { stripe, provider } = shop
  stripe.faults.next({ kind: 'black_hole', times: 100 })
  const began = performance.now()
  const calls = Array.from({ length: 5 }, () => provider.createSession(pageRequest()))
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toEqual(refusal('payment_provider_down'))
  expect(performance.now() - began).toBeLessThan(3_000)
  const opened = performance.now()
  await expect(provider.createSession(pageRequest())).rejects.toEqual(refusal('payment_provider_down'))
  expect(performance.now() - opened).toBeLessThan(50)
  stripe.faults.clear()
  await expect.poll(() => provider.getSession('cs_test_x').catch(() => 'down'), { timeout: 3_000 }).toBeNull()
})

test.each([
  ['rate_limited', 'busy'],
  ['bad_request', 'payment_refused'],
] as const)('“%s” is not retried, and is “%s”', async (kind, code) => {
  await using shop = await stripeWorld()
  shop.stripe.faults.next({ kind, path: '/v1/checkout/sessions' })
  await expect(shop.provider.createSession(pageRequest({ discount: null }))).rejects.toEqual(refusal(code))
  expect(shop.stripe.ledger.requests()).toHaveLength(1)
})

test('a wrong key is refused, and only the log has the reason', async () => {
  await using shop = await stripeWorld()
  const lines: string[] = []
  const log = createLog({ level: 'silent' })
  log.error = (...parts: unknown[]) => void lines.push(JSON.stringify(parts))
  const settings = { webhookSecrets: [], apiBase: shop.stripe.url, siteUrl: 'https://shop.test', log }
  const provider = createStripeProvider({ ...settings, secretKey: 'sk_test_wrong' })
  await expect(provider.createSession(pageRequest())).rejects.toEqual(refusal('payment_refused'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('StripeAuthenticationError')
  expect(lines[0]).not.toContain('sk_test_wrong')
})

import { expect, test } from 'vitest'
import { officialClient, pageRequest } from '#tests/fixtures/stripe/official-client.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

const key = { idempotencyKey: 'order-1' }

test('a 500 after the page was made is the permanent response to its key, and another key makes a second page', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  stripe.faults.next({ method: 'POST', path: '/v1/checkout/sessions', kind: 'error_500_after_effect' })
  await expect(client.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({ statusCode: 500 })
  const again = client.checkout.sessions.create(pageRequest(), key)
  await expect(again).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
  })
  const other = await client.checkout.sessions.create(pageRequest(), { idempotencyKey: 'order-1:2' })
  expect(stripe.ledger.sessions().map((page) => page.id)).toContain(other.id)
  expect(stripe.ledger.sessions()).toHaveLength(2)
  expect(stripe.ledger.requests().map(({ status, replayed }) => [status, replayed])).toEqual([
    [500, false],
    [500, true],
    [200, false],
  ])
})

test('a 500 without effect leaves the key unused', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  stripe.faults.next({ kind: 'error_500' })
  await expect(client.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({ statusCode: 500 })
  expect(stripe.ledger.sessions()).toEqual([])
  await client.checkout.sessions.create(pageRequest(), key)
  expect(stripe.ledger.sessions()).toHaveLength(1)
})

test('a request with a cut response was executed, and its key returns the same page', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  stripe.faults.next({ kind: 'cut' })
  await expect(client.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  const [made] = stripe.ledger.sessions()
  const page = await client.checkout.sessions.create(pageRequest(), key)
  expect(page.id).toBe(made?.id)
  expect(stripe.ledger.sessions()).toHaveLength(1)
})

test('a slow request was executed, and its key is in use until the response', async () => {
  await using stripe = await startStripe()
  stripe.faults.next({ kind: 'slow', ms: 300 })
  const impatient = officialClient(stripe, { timeoutMs: 100 })
  await expect(impatient.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  await expect(impatient.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
    headers: { 'stripe-should-retry': 'true' },
  })
  const page = await officialClient(stripe, { retries: 3 }).checkout.sessions.create(pageRequest(), key)
  expect(stripe.ledger.sessions().map((each) => each.id)).toEqual([page.id])
})

test.for(['down', 'black_hole'] as const)('%s has no effect and no answer', async (kind) => {
  await using stripe = await startStripe()
  const client = officialClient(stripe, { timeoutMs: 150 })
  // The library retries once when a connection closes.
  stripe.faults.next({ kind, times: kind === 'down' ? 2 : 1 })
  await expect(client.checkout.sessions.create(pageRequest(), key)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  expect(stripe.ledger.sessions()).toEqual([])
  expect(stripe.ledger.requests().every((request) => request.status === 0)).toBe(true)
})

test.for([
  ['rate_limited', 429, 'StripeRateLimitError'],
  ['bad_request', 400, 'StripeInvalidRequestError'],
  ['conflict', 409, 'StripeAPIError'],
] as const)('%s is refused as such and has no effect', async ([kind, statusCode, type]) => {
  await using stripe = await startStripe()
  stripe.faults.next({ kind })
  const call = officialClient(stripe).checkout.sessions.create(pageRequest(), key)
  await expect(call).rejects.toMatchObject({ statusCode, type })
  expect(stripe.ledger.sessions()).toEqual([])
})

test('a fault affects only matching requests, as often as it says', async () => {
  await using stripe = await startStripe()
  const client = officialClient(stripe)
  stripe.faults.next({ method: 'GET', path: /^\/v1\/charges/, times: 2, kind: 'rate_limited' })
  await client.coupons.list()
  for (let index = 0; index < 2; index++) await expect(client.charges.list()).rejects.toMatchObject({ statusCode: 429 })
  await client.charges.list()
  stripe.faults.next({ kind: 'down', times: 100 })
  stripe.faults.clear()
  await client.charges.list()
})

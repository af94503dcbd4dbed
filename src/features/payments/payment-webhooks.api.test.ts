import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signBody } from '#platform/payments/event-signature.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

function eventBody(changes: object = {}): string {
  const object = { id: 'cs_test_x', client_reference_id: '3f0b7b1e-4c38-4a0e-9a52-0c1f5a7f1a11' }
  return JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object }, ...changes })
}

async function post(shop: CheckoutShop, body: string, header: string | null): Promise<number> {
  const headers: Record<string, string> = header === null ? {} : { 'test-signature': header }
  return (await shop.fetch('/webhooks/test', { method: 'POST', body, headers })).status
}

test('a wrong signature is answered 400 and only counted', async () => {
  await using shop = await checkoutShop()
  const body = eventBody()
  const now = Date.now()
  const sign = (text: string, secret = shop.testWebhookSender.secret, at = now) => signBody(text, secret, new Date(at))
  const right = sign(body)
  const forged = [
    null,
    '',
    't=,v1=',
    `t=${Math.floor(now / 1000)}`,
    sign(body, 'another secret'),
    sign(body, ''),
    sign(`${body} `),
    sign(body, shop.testWebhookSender.secret, now - 301_000),
    sign(body, shop.testWebhookSender.secret, now + 360_000),
    right.replace(/t=\d+/, `t=${Math.floor(now / 1000) + 7}`),
    right.replace('v1=', 'v0='),
    right.slice(0, -1),
    right.toUpperCase(),
    `t=1,${right}`,
  ]
  for (const header of forged) expect([header, await post(shop, body, header)]).toEqual([header, 400])
  expect(await post(shop, JSON.stringify(JSON.parse(body), null, 1), right)).toBe(400)
  expect(await shop.count('private.payment_events')).toBe(0)
  const counted = await shop.db.asService((tx) => tx.selectFrom('private.security_events').selectAll().execute())
  expect(counted).toMatchObject([{ kind: 'webhook_forged', times: String(forged.length + 1) }])
  expect(await post(shop, body, right)).toBe(200)
  expect(await post(shop, body, sign(body, shop.testWebhookSender.secret, now - 290_000))).toBe(200)
  expect(await shop.count('private.payment_events')).toBe(1)
})

test('an event delivered two hundred times at once is stored once, and always answered 200', {
  tags: ['E1', 'E8'],
}, async () => {
  await using shop = await checkoutShop()
  const body = eventBody()
  const header = signBody(body, shop.testWebhookSender.secret, new Date())
  const responses = await Promise.all(Array.from({ length: 200 }, () => post(shop, body, header)))
  expect(new Set(responses)).toEqual(new Set([200]))
  expect(await shop.count('private.payment_events')).toBe(1)
})

test('an event of an irrelevant kind is stored, answered 200 and not handled', { tags: ['E9'] }, async () => {
  await using shop = await checkoutShop()
  const body = eventBody({ type: 'customer.created' })
  expect(await post(shop, body, signBody(body, shop.testWebhookSender.secret, new Date()))).toBe(200)
  const [event] = await shop.db.asService((tx) => tx.selectFrom('private.payment_events').selectAll().execute())
  expect(event?.handled_at).not.toBeNull()
})

test('a signed body of any shape is answered 200 or 400', async () => {
  await using shop = await checkoutShop()
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.anything().map((value) => JSON.stringify(value) ?? ''),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const response = await post(shop, body, signBody(body, shop.testWebhookSender.secret, new Date()))
      expect([200, 400]).toContain(response)
    }),
    { numRuns: 300 },
  )
})

test('an event that could not be stored is delivered again until it is stored', { tags: ['W3'] }, async () => {
  let isDown = true
  await using shop = await checkoutShop({
    deliver: (event, send) => (isDown ? Promise.reject(new Error('connection refused')) : send(event)),
  })
  const dress = await shop.db.product()
  const sessionId = (await shop.press({ items: [itemOf(dress)] })).body.sessionId ?? ''
  expect((await shop.pay(sessionId)).status).toBe(303)
  expect(await shop.count('private.payment_events')).toBe(0)
  isDown = false
  await shop.db.asService((tx) =>
    tx
      .updateTable('private.test_payment_events')
      .set({ next_attempt_at: new Date(0) })
      .execute(),
  )
  await shop.redeliver()
  await shop.redeliver()
  await shop.runJobs()
  expect(await shop.count('private.payment_events')).toBe(1)
  expect(await shop.order(sessionId)).toMatchObject({ provider_state: 'paid' })
})

test('every one of many forged events is counted', { tags: ['E5', 'S3'] }, async () => {
  await using shop = await checkoutShop()
  const responses = await Promise.all(Array.from({ length: 500 }, () => post(shop, eventBody(), 't=1,v1=00')))
  expect(new Set(responses)).toEqual(new Set([400]))
  const counted = await shop.db.asService((tx) => tx.selectFrom('private.security_events').selectAll().execute())
  expect(counted).toMatchObject([{ kind: 'webhook_forged', times: '500' }])
})

test('a body of more than a megabyte is not read to its end: 413', { tags: ['E10'] }, async () => {
  await using shop = await checkoutShop()
  const body = eventBody({ padding: 'x'.repeat(1_100_000) })
  expect(await post(shop, body, signBody(body, shop.testWebhookSender.secret, new Date()))).toBe(413)
  expect(await shop.count('private.payment_events')).toBe(0)
})

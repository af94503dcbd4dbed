import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { createStripeProvider } from './stripe-provider.ts'

/** Stripe while its settings have no URL of the shop's terms. */
async function withoutTerms(stripe: StripeStandIn) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    response.setHeader('content-type', 'application/json')
    if (body.includes('consent_collection')) {
      const message =
        'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information in the Dashboard https://dashboard.stripe.com/settings/public with a Terms of service URL to collect terms of service consent.'
      response.writeHead(400).end(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
      return
    }
    const headers = Object.fromEntries(
      ['authorization', 'content-type', 'idempotency-key', 'stripe-version'].flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const init = request.method === 'POST' ? { method: 'POST', body } : {}
    const upstream = await fetch(`${stripe.url}${request.url}`, { headers, ...init })
    response.writeHead(upstream.status).end(await upstream.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('without the URL of the terms the shop continues to sell, and logs an error that names what is missing', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using front = await withoutTerms(stripe)
  const lines: unknown[] = []
  const log = createLog({ level: 'silent' })
  log.error = (...parts: unknown[]) => void lines.push(parts[1])
  const provider = createStripeProvider({
    secretKey: stripe.secretKey,
    webhookSecrets: [],
    apiBase: front.url,
    siteUrl: 'https://shop.test',
    log,
  })
  const orderId = randomUUID()
  const sessionRequest = {
    orderId,
    orderNumber: 'TKW-000000',
    lines: [{ name: 'Mary Dress', size: '8-10', unitPence: 8900, quantity: 1, imageUrl: null }],
    discount: null,
    deliveryOptions: [{ id: 'post', label: 'Post', pricePence: 450, transit: '2 days' }],
    countries: ['GB'],
    idempotencyKey: orderId,
    expiresAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000),
    successUrl: 'https://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://shop.test/shop',
    dispatchNote: 'Soon',
  }
  const { id } = await provider.createSession(sessionRequest)
  expect((await provider.createSession(sessionRequest)).id).toBe(id)
  expect(lines).toEqual([expect.stringContaining('Terms of service'), expect.stringContaining('Terms of service')])
  expect(stripe.ledger.sessions()).toMatchObject([{ id, consent_collection: null }])
  expect(stripe.ledger.requests().map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    `${orderId}:no-consent`,
    `${orderId}:no-consent`,
  ])
})

import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { officialClient, pageRequest } from '#tests/fixtures/stripe/official-client.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { listenForWebhooks } from '#tests/fixtures/stripe/webhook-listener.ts'

test('a payment’s webhook precedes the redirect, signed as the official library reads it', async () => {
  await using shop = await listenForWebhooks()
  await using stripe = await startStripe({ webhookUrl: shop.url })
  const page = await officialClient(stripe).checkout.sessions.create(pageRequest())
  await stripe.pay(page.id)
  const [{ body, signature } = { body: '', signature: '' }] = shop.heard
  const event = Stripe.webhooks.constructEvent(body, signature, stripe.webhookSecret)
  expect(event).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { id: page.id, payment_status: 'paid' } },
  })
  expect(stripe.held()).toEqual([])
  expect(stripe.ledger.events()).toMatchObject([{ pending_webhooks: 0 }])
})

test('an event is repeated until it is accepted', async () => {
  let failures = 2
  await using shop = await listenForWebhooks(() => (failures-- > 0 ? 500 : 200))
  await using stripe = await startStripe({ webhookUrl: shop.url })
  await paid(stripe)
  expect(stripe.held()).toHaveLength(1)
  await stripe.flush()
  await stripe.flush()
  expect(shop.heard).toHaveLength(1)
  expect(stripe.held()).toEqual([])
})

test('held events are sent by a flush', async () => {
  await using shop = await listenForWebhooks()
  await using stripe = await startStripe({ webhookUrl: shop.url, deliverer: 'hold' })
  await paid(stripe)
  expect(shop.heard).toEqual([])
  await stripe.flush()
  expect(shop.ids()).toEqual(stripe.ledger.events().map((event) => event.id))
})

test('of many events some are lost, some arrive twice, and the order is random', async () => {
  await using shop = await listenForWebhooks()
  await using stripe = await startStripe({ webhookUrl: shop.url, deliverer: 'hold', fsync: false })
  stripe.faults.webhooks({ drop: 0.3, duplicate: 0.3, shuffle: true, seed: 7 })
  for (let index = 0; index < 60; index++) await paid(stripe)
  await stripe.flush()
  const ids = shop.ids()
  const came = new Set(ids)
  const sent = stripe.ledger.events().map((event) => event.id)
  expect(came.size).toBeGreaterThan(30)
  expect(came.size).toBeLessThan(55)
  expect(ids.length).toBeGreaterThan(came.size)
  expect([...came]).not.toEqual(sent.filter((id) => came.has(id)))
  const missed = await officialClient(stripe).events.list({ delivery_success: false, limit: 100 })
  expect(new Set(missed.data.map((event) => event.id))).toEqual(new Set(sent.filter((id) => !came.has(id))))
  await stripe.flush({ lost: true })
  expect(new Set(shop.ids())).toEqual(new Set(sent))
})

test('the official library rejects every forgery except those dated in the future', async () => {
  await using shop = await listenForWebhooks()
  await using stripe = await startStripe({ webhookUrl: shop.url, deliverer: 'hold' })
  await paid(stripe)
  const [event] = stripe.ledger.events()
  if (!event) throw new Error('no event')
  const forgeries = stripe.forge(event)
  expect(forgeries).toHaveLength(20)
  const believed = forgeries.filter(({ body, headers }) => {
    try {
      return Stripe.webhooks.constructEvent(body, headers['Stripe-Signature'] ?? '', stripe.webhookSecret)
    } catch {
      return false
    }
  })
  expect(believed.map(({ name }) => name)).toEqual(['six minutes in the future'])
  expect(await forgeries[0]?.send()).toBe(200)
})

async function paid(stripe: StripeStandIn) {
  const page = await officialClient(stripe).checkout.sessions.create(pageRequest())
  return stripe.pay(page.id)
}

import { expect, test } from 'vitest'
import { deliveryFor, officialClient, pageRequest } from '#tests/fixtures/stripe/official-client.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { listenForWebhooks } from '#tests/fixtures/stripe/webhook-listener.ts'

const typed = {
  email: 'ruth@example.com',
  phone: '07700 900123',
  name: 'Ruth Hill',
  line1: '1 Orchard Lane',
  city: 'Ludlow',
  postcode: 'sy8 1aa',
  country: 'GB',
  method: 'card',
  card: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  terms: 'yes',
}

test('a card pays, the shop gets the webhook, and only then is the customer redirected', async () => {
  await using shop = await listenForWebhooks()
  await using stripe = await startStripe({ webhookUrl: shop.url })
  const page = await open(stripe)
  const [, express] = page.rates
  const response = await page.send({ shipping: express ?? '' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`http://shop.example/checkout/success?session_id=${page.id}`)
  expect(shop.heard).toHaveLength(1)
  expect(stripe.ledger.sessions()).toMatchObject([
    {
      amount_total: 15_950,
      customer_details: { email: 'ruth@example.com', name: 'Ruth Hill', phone: '07700 900123' },
      collected_information: { shipping_details: { address: { postal_code: 'SY8 1AA' } } },
    },
  ])
  expect(await page.look()).toContain('Already paid')
})

test.for<[string, Record<string, string>]>([
  ['the terms are not accepted', { terms: '' }],
  ['the e-mail address is none', { email: 'ruth' }],
  ['the country is not among those offered', { country: 'FR' }],
  ['the card is a real one', { card: '4929 1234 5678 9012' }],
  ['the card is over', { expiry: '01 / 20' }],
])('nothing is paid while %s', async ([, change]) => {
  await using stripe = await startStripe()
  const page = await open(stripe)
  const response = await page.send(change)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('aria-invalid="true"')
  expect(stripe.ledger.payments()).toEqual([])
})

test('a declined card can be followed by one that pays', async () => {
  await using stripe = await startStripe()
  const page = await open(stripe)
  const declined = await page.send({ card: '4000 0000 0000 0002' })
  expect(await declined.text()).toContain('Your card was declined')
  expect(stripe.ledger.sessions()).toMatchObject([{ status: 'open', payment_status: 'unpaid' }])
  expect((await page.send()).status).toBe(303)
  expect(stripe.ledger.payments()).toMatchObject([{ status: 'succeeded', amount_received: 15_450 }])
  expect(stripe.ledger.charges().map((charge) => charge.status)).toEqual(['failed', 'succeeded'])
})

test('a bank that requires a confirmation shows its page and decides', async () => {
  await using stripe = await startStripe()
  const page = await open(stripe)
  const card = '4000 0025 0000 3155'
  expect(await (await page.send({ card })).text()).toContain('Your bank asks')
  expect(await (await page.send({ card, authentication: 'fail' })).text()).toContain('could not confirm')
  expect(stripe.ledger.payments()).toEqual([])
  expect((await page.send({ card, authentication: 'complete' })).status).toBe(303)
})

test('Klarna is offered unless the shop excludes it', async () => {
  await using stripe = await startStripe()
  const page = await open(stripe)
  expect(await page.look()).toContain('Klarna')
  expect((await page.send({ method: 'klarna_later' })).status).toBe(303)
  expect(stripe.ledger.sessions()).toMatchObject([{ status: 'complete', payment_status: 'unpaid' }])
  const without = await open(stripe, { excluded_payment_method_types: ['klarna'] })
  expect(await without.look()).not.toContain('Klarna')
  expect((await without.send({ method: 'klarna' })).status).toBe(400)
})

test('a page with nothing to pay needs no card', async () => {
  await using stripe = await startStripe()
  const { id } = await officialClient(stripe).coupons.create({ amount_off: 99_999, currency: 'gbp', duration: 'once' })
  const page = await open(stripe, { discounts: [{ coupon: id }], shipping_options: [deliveryFor('uk', 0)] })
  expect(await page.look()).toContain('Place order')
  expect((await page.send({ method: '', card: '', expiry: '', cvc: '' })).status).toBe(303)
  expect(stripe.ledger.sessions()).toMatchObject([{ payment_status: 'no_payment_required' }])
})

test('an expired or unknown page takes no payment', async () => {
  await using stripe = await startStripe()
  const page = await open(stripe)
  await stripe.expire(page.id)
  const late = await page.send()
  expect(late.status).toBe(410)
  expect(await late.text()).toContain('nothing was charged')
  expect((await fetch(`${stripe.url}/c/pay/cs_test_none`)).status).toBe(404)
})

type Change = Parameters<typeof pageRequest>[0]

async function open(stripe: StripeStandIn, change: Change = {}) {
  const made = await officialClient(stripe).checkout.sessions.create(pageRequest(change))
  const url = made.url ?? ''
  return {
    id: made.id,
    rates: made.shipping_options.map((option) => String(option.shipping_rate)),
    look: async () => (await fetch(url)).text(),
    send: (change: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...typed, ...change }) }),
  }
}

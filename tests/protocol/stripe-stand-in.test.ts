import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

const line = {
  price_data: {
    currency: 'gbp',
    product_data: { name: 'Mary Dress', description: 'Size 10-12', images: ['https://shop.example/mary.jpg'] },
    unit_amount: 7500,
  },
  quantity: 2,
}
const delivery = (service: string, amount: number) => ({
  shipping_rate_data: {
    type: 'fixed_amount' as const,
    display_name: service,
    fixed_amount: { amount, currency: 'gbp' },
    metadata: { service },
  },
})

function sdk(stripe: { url: string; secretKey: string }, key = stripe.secretKey) {
  const { hostname, port } = new URL(stripe.url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 2_000,
  })
}

function request(more: Stripe.Checkout.SessionCreateParams = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [line],
    client_reference_id: 'order-1',
    metadata: { order_id: 'order-1' },
    payment_intent_data: { metadata: { order_id: 'order-1' } },
    shipping_options: [delivery('uk-standard', 450), delivery('uk-express', 950)],
    shipping_address_collection: { allowed_countries: ['GB', 'IM'] },
    phone_number_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    locale: 'en-GB',
    custom_text: { submit: { message: 'Dispatched by 12 January.' } },
    success_url: 'http://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/products',
    ...more,
  }
}

test('a page is made, paid and read by the official library', async () => {
  await using stripe = await startStripe()
  const client = sdk(stripe)
  const coupon = await client.coupons.create({
    amount_off: 1500,
    currency: 'gbp',
    duration: 'once',
    name: 'SPRING (10%)',
  })
  const page = await client.checkout.sessions.create(request({ discounts: [{ coupon: coupon.id }] }))
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
    total_details: { amount_discount: 1500, amount_shipping: 950 },
    shipping_cost: { shipping_rate: { metadata: { service: 'uk-express' } } },
    collected_information: { shipping_details: { address: { country: 'GB' } } },
    payment_intent: { status: 'succeeded', amount_received: 14_450, metadata: { order_id: 'order-1' } },
    line_items: { data: [{ quantity: 2, price: { product: { description: 'Size 10-12' } } }] },
    consent: { terms_of_service: 'accepted' },
  })
  const { data: events } = await client.events.list({ types: ['checkout.session.completed'], delivery_success: false })
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    livemode: false,
    api_version: Stripe.API_VERSION,
    data: { object: { id: page.id } },
  })
})

import { expect, test } from 'vitest'
import type { SessionRequest } from '../provider.ts'
import { couponParams, sessionParams, withoutConsent } from './session-params.ts'

const orderId = '0b9f5a52-6f0e-4c0a-9a5c-1f2e3d4c5b6a'
const request: SessionRequest = {
  orderId,
  orderNumber: 'TKW-7H2K9Q',
  lines: [
    { name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 2, imageUrl: 'https://shop.test/mary.webp' },
    { name: 'Ruth Skirt', size: '8-10', unitPence: 3001, quantity: 1, imageUrl: 'http://localhost:3000/ruth.webp' },
  ],
  discount: { label: 'Discount SPRING (10%)', amountPence: 2080 },
  deliveryOptions: [
    {
      id: 'tracked-48',
      label: 'Royal Mail Tracked 48',
      pricePence: 450,
      transit: '2-3 working days',
      arrives: 'with you by Wednesday 9 December',
    },
    { id: 'tracked-24', label: 'Royal Mail Tracked 24', pricePence: 0, transit: '1-2 working days' },
  ],
  countries: ['GB', 'JE'],
  idempotencyKey: orderId,
  expiresAt: new Date('2026-11-21T13:00:00.900Z'),
  successUrl: 'https://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://shop.test/shop',
  dispatchNote: 'Made to order: dispatched by Friday 4 December, in one parcel.',
}

test('the request for a page has every line, and of the shop’s own data only the order’s id', () => {
  expect(sessionParams(request, { coupon: 'coupon_1' })).toEqual({
    mode: 'payment',
    client_reference_id: orderId,
    metadata: { order_id: orderId },
    payment_intent_data: { metadata: { order_id: orderId } },
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'gbp',
          unit_amount: 8900,
          product_data: { name: 'Mary Dress', description: 'Size 10-12', images: ['https://shop.test/mary.webp'] },
        },
      },
      {
        quantity: 1,
        price_data: {
          currency: 'gbp',
          unit_amount: 3001,
          product_data: { name: 'Ruth Skirt', description: 'Size 8-10' },
        },
      },
    ],
    discounts: [{ coupon: 'coupon_1' }],
    shipping_options: [
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: 'Royal Mail Tracked 48, with you by Wednesday 9 December',
          fixed_amount: { amount: 450, currency: 'gbp' },
          metadata: { service: 'tracked-48' },
        },
      },
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: 'Royal Mail Tracked 24, 1-2 working days after dispatch',
          fixed_amount: { amount: 0, currency: 'gbp' },
          metadata: { service: 'tracked-24' },
        },
      },
    ],
    shipping_address_collection: { allowed_countries: ['GB', 'JE'] },
    phone_number_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    adaptive_pricing: { enabled: false },
    locale: 'en-GB',
    custom_text: { submit: { message: 'Made to order: dispatched by Friday 4 December, in one parcel.' } },
    expires_at: 1_795_266_000,
    success_url: 'https://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.test/shop',
  })
})

test('the same request gives identical parameters', () => {
  const once = JSON.stringify(sessionParams(request, { coupon: null }))
  expect(JSON.stringify(sessionParams(structuredClone(request), { coupon: null }))).toBe(once)
})

test('Klarna is excluded when the order is dispatched too late for it', () => {
  expect(sessionParams({ ...request, withoutKlarna: true }, { coupon: null })).toMatchObject({
    excluded_payment_method_types: ['klarna'],
  })
  expect(sessionParams(request, { coupon: null })).not.toHaveProperty('excluded_payment_method_types')
})

test('without the consent to the terms all other parameters stay the same', () => {
  const { consent_collection: _, ...rest } = sessionParams(request, { coupon: 'c' })
  expect(withoutConsent(sessionParams(request, { coupon: 'c' }))).toEqual(rest)
})

test('a discount is one coupon for one page', () => {
  expect(couponParams(request)).toEqual({
    amount_off: 2080,
    currency: 'gbp',
    duration: 'once',
    max_redemptions: 1,
    name: 'Discount SPRING (10%)',
    redeem_by: 1_795_266_000,
  })
  expect(couponParams({ ...request, discount: null })).toBeNull()
  expect(couponParams({ ...request, discount: { label: 'Discount SMALL (1%)', amountPence: 0 } })).toBeNull()
})

test('text longer than Stripe’s limit is truncated, not refused', () => {
  const name = 'A very long name '.repeat(30)
  const params = sessionParams(
    { ...request, lines: request.lines.map((line) => ({ ...line, name })), dispatchNote: 'x'.repeat(2_000) },
    { coupon: null },
  )
  expect(params.line_items?.[0]?.price_data?.product_data?.name).toHaveLength(250)
  expect(params.custom_text?.submit).toMatchObject({ message: expect.stringMatching(/^x{1199}…$/) })
  expect(couponParams({ ...request, discount: { label: name, amountPence: 1 } })?.name).toHaveLength(40)
})

test('a page without a delivery asks for no address, and has the customer’s e-mail', () => {
  const collected = { ...request, deliveryOptions: [], email: 'ruth@example.com' }
  const params = sessionParams(collected, { coupon: null })
  expect(params).toMatchObject({ customer_email: 'ruth@example.com' })
  expect(Object.keys(params)).not.toEqual(expect.arrayContaining(['shipping_options']))
  expect(Object.keys(params)).not.toEqual(expect.arrayContaining(['shipping_address_collection']))
})

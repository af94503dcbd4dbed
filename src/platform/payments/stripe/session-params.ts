import type Stripe from 'stripe'
import { cutCharacters } from '#platform/text/kept-text.ts'
import type { PaymentDelivery, PaymentLine, SessionRequest } from '../provider.ts'

export type SessionParams = Stripe.Checkout.SessionCreateParams
export type CouponParams = Stripe.CouponCreateParams

/** Begins a line's description; the size follows. A line with a `detail` has that alone. */
export const sizePrefix = 'Size '

/** Stripe's limits in characters: product name, coupon name, text beside the button, delivery name. */
const maxLength = { name: 250, coupon: 40, note: 1200, delivery: 100 }

/**
 * The parameters of a payment page. The same request gives exactly the same parameters: Stripe refuses others under one
 * idempotency key. Of the shop's own data Stripe gets only the order's id, and
 * the customer's e-mail address where the request has it.
 */
export function sessionParams(request: SessionRequest, { coupon }: { coupon: string | null }): SessionParams {
  const { orderId, lines, deliveryOptions, countries, expiresAt, dispatchNote, withoutKlarna = false, email } = request
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata: { order_id: orderId },
    payment_intent_data: { metadata: { order_id: orderId } },
    line_items: lines.map(lineItem),
    ...(coupon !== null && { discounts: [{ coupon }] }),
    ...(deliveryOptions.length > 0 && {
      shipping_options: deliveryOptions.map(shippingOption),
      shipping_address_collection: { allowed_countries: countries },
    }),
    ...(email !== undefined && { customer_email: email }),
    phone_number_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    // The customer pays the amount the cart showed, in pounds.
    adaptive_pricing: { enabled: false },
    locale: 'en-GB',
    custom_text: { submit: { message: truncate(dispatchNote, maxLength.note) } },
    ...(withoutKlarna && { excluded_payment_method_types: ['klarna'] }),
    expires_at: secondsOf(expiresAt),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  }
}

/** A coupon for the order's discount, valid for its own page only. Null without a discount. */
export function couponParams({ discount, expiresAt }: SessionRequest): CouponParams | null {
  if (!discount || discount.amountPence === 0) return null
  return {
    amount_off: discount.amountPence,
    currency: 'gbp',
    duration: 'once',
    max_redemptions: 1,
    name: truncate(discount.label, maxLength.coupon),
    redeem_by: secondsOf(expiresAt),
  }
}

/** The same page without the consent to the terms, which needs their URL in Stripe's settings. */
export function withoutConsent({ consent_collection: _, ...params }: SessionParams): SessionParams {
  return params
}

function lineItem({ name, size, detail, unitPence, quantity, imageUrl }: PaymentLine) {
  // Stripe fetches images itself, and only by https.
  const images = imageUrl?.startsWith('https://') ? [imageUrl] : null
  return {
    quantity,
    price_data: {
      currency: 'gbp',
      unit_amount: unitPence,
      product_data: {
        name: truncate(name, maxLength.name),
        description: detail ?? `${sizePrefix}${size}`,
        ...(images && { images }),
      },
    },
  }
}

function shippingOption({ id, label, pricePence, transit, arrives }: PaymentDelivery) {
  return {
    shipping_rate_data: {
      type: 'fixed_amount' as const,
      // Stripe's own estimate would count its days from today.
      display_name: truncate(`${label}, ${arrives ?? `${transit} after dispatch`}`, maxLength.delivery),
      fixed_amount: { amount: pricePence, currency: 'gbp' },
      metadata: { service: id },
    },
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function truncate(text: string, length: number): string {
  const cut = cutCharacters(text, length)
  return cut === text ? text : `${cutCharacters(text, length - 1)}…`
}

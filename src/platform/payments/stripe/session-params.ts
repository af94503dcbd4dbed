import type Stripe from 'stripe'
import type { PaymentDelivery, PaymentLine, SessionRequest } from '../provider.ts'

export type SessionParams = Stripe.Checkout.SessionCreateParams
export type CouponParams = Stripe.CouponCreateParams

/** Stands before the size in a line's description, and nowhere else. */
export const sizePrefix = 'Size '

/** Stripe's own limits, in characters: of a product's name, a coupon's, a text beside the button, a delivery's name. */
const longest = { name: 250, coupon: 40, note: 1200, delivery: 100 }

/**
 * A page for an order, as Stripe is asked for it. The same request gives the same parameters, to the letter: Stripe
 * refuses others under one key. Of the shop's data only the order's id is left there.
 */
export function sessionParams(request: SessionRequest, { coupon }: { coupon: string | null }): SessionParams {
  const { orderId, lines, deliveryOptions, countries, expiresAt, dispatchNote, withoutKlarna = false } = request
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata: { order_id: orderId },
    payment_intent_data: { metadata: { order_id: orderId } },
    line_items: lines.map(lineItem),
    ...(coupon !== null && { discounts: [{ coupon }] }),
    shipping_options: deliveryOptions.map(shippingOption),
    shipping_address_collection: { allowed_countries: countries },
    phone_number_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    // What is charged is what the cart showed, in pounds.
    adaptive_pricing: { enabled: false },
    locale: 'en-GB',
    custom_text: { submit: { message: cut(dispatchNote, longest.note) } },
    ...(withoutKlarna && { excluded_payment_method_types: ['klarna'] }),
    expires_at: secondsOf(expiresAt),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  }
}

/** The order's discount, good for its own page and no longer. Null where there is nothing to take off. */
export function couponParams({ discount, expiresAt }: SessionRequest): CouponParams | null {
  if (!discount || discount.amountPence === 0) return null
  return {
    amount_off: discount.amountPence,
    currency: 'gbp',
    duration: 'once',
    max_redemptions: 1,
    name: cut(discount.label, longest.coupon),
    redeem_by: secondsOf(expiresAt),
  }
}

/** The same page without the question whether the terms are agreed to, which needs their address in Stripe's settings. */
export function withoutConsent({ consent_collection: _, ...params }: SessionParams): SessionParams {
  return params
}

function lineItem({ name, size, unitPence, quantity, imageUrl }: PaymentLine) {
  // Stripe fetches pictures itself, and only by https.
  const images = imageUrl?.startsWith('https://') ? [imageUrl] : null
  return {
    quantity,
    price_data: {
      currency: 'gbp',
      unit_amount: unitPence,
      product_data: {
        name: cut(name, longest.name),
        description: `${sizePrefix}${size}`,
        ...(images && { images }),
      },
    },
  }
}

function shippingOption({ id, label, pricePence, transit }: PaymentDelivery) {
  return {
    shipping_rate_data: {
      type: 'fixed_amount' as const,
      // Stripe's own estimate would count its days from today.
      display_name: cut(`${label}, ${transit} after dispatch`, longest.delivery),
      fixed_amount: { amount: pricePence, currency: 'gbp' },
      metadata: { service: id },
    },
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { CheckoutBody } from './checkout-request.ts'

/** From a cart to a payment page of any provider; the name is the specification's. With `validateOnly` it checks the code only. */
export const createCheckout = contract({
  name: 'create-stripe-checkout',
  method: 'POST',
  caller: 'everyone',
  request: CheckoutBody,
  response: z.union([
    /** Percent. */
    z.object({ discount: z.number() }),
    /** `expiresAt`: when the payment page closes, as ISO. */
    z.object({ url: z.string(), sessionId: z.string(), expiresAt: z.string() }),
  ]),
  refuses: [
    'amount_too_small',
    'cart_empty',
    'country_unavailable',
    'day_changed',
    'discount_invalid',
    'payment_provider_down',
    'payment_refused',
    'price_changed',
    'reserved',
    'shop_closed',
    'unavailable',
  ],
})

export const readCheckoutStatus = contract({
  name: 'checkout-status',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ session_id: z.string().default('') }),
  response: z.object({
    /** Paid, being confirmed, or no payment of this shop. */
    status: z.enum(['paid', 'confirming', 'none']),
  }),
})
export type PaymentStatus = z.output<typeof readCheckoutStatus.response>['status']

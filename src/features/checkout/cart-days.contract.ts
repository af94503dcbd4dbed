import { z } from 'zod'
import { maxLines, maxQuantity, maxSizeLength } from '#features/cart/cart-lines.ts'
import { contract } from '#platform/http/contract.ts'

/**
 * The dispatch days of a cart, without the work that its own unpaid payment page holds. Browsers ask for them where the
 * owner has set a capacity: from the free work of each day visitors could count the shop's sales.
 */
export const readCartDays = contract({
  name: 'cart-days',
  method: 'POST',
  caller: 'everyone',
  request: z.object({
    items: z
      .array(
        z.object({
          id: z.string().max(200),
          size: z.string().max(maxSizeLength),
          quantity: z.int().min(1).max(maxQuantity).default(1),
        }),
      )
      .min(1)
      .max(maxLines),
    /** The cart's id, where it had a payment page. */
    cartId: z.uuid().toLowerCase().nullish(),
  }),
  response: z.object({
    /** Null where a garment is not on sale. */
    days: z
      .object({
        /** 'YYYY-MM-DD', of the cart as one parcel. */
        leaves: z.string(),
        /** Where some lines leave much sooner in an order of their own: their positions, and its day. */
        sooner: z.object({ lines: z.array(z.int()), leaves: z.string() }).nullable(),
      })
      .nullable(),
  }),
})
export type CartDaysRequest = z.output<typeof readCartDays.request>

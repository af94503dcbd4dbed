import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { pauseAt, type SellingSettings } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { isPreorderLive } from './preorders/preorder.ts'
import { makingOf, type Product } from './product.ts'

/** Whether an order placed now is accepted, in the words of shopping channels. */
export type Availability =
  | { is: 'in_stock' | 'out_of_stock' }
  /** `shipsOn`: the last day of dispatch. */
  | { is: 'preorder'; shipsOn: Date }

export type AvailabilitySettings = SellingSettings & WorkingTime

/**
 * The availability that the page's structured data, its tags for sharing and the product feed say alike: made to order
 * is in stock, with its production time as handling time; a pre-order names its dispatch day. Out of stock are a full
 * pre-order, and everything while the shop does not sell.
 */
export function availabilityOf(
  product: Pick<Product, 'productionDays' | 'workHundredths' | 'isPreorder' | 'preorderEndsAt'>,
  { isFull, now }: { isFull: boolean; now: Date },
  settings: AvailabilitySettings,
): Availability {
  if (pauseAt(settings, now)) return { is: 'out_of_stock' }
  if (!isPreorderLive(product, now)) return { is: 'in_stock' }
  if (isFull) return { is: 'out_of_stock' }
  const { preorderEndsAt } = product
  return { is: 'preorder', shipsOn: dispatchBy({ orderedAt: now, ...makingOf(product), preorderEndsAt }, settings) }
}

import { dayMs } from '#base/day-ms.ts'
import { formatPence, type Pence } from '#base/money.ts'

/** The columns that decide whether a product is on pre-order. Times are Dates or ISO strings. */
export type PreorderDates = { isPreorder: boolean; preorderEndsAt: Date | string | null }

/** Whether the pre-order is switched on and has not ended. The same rule as the database's `is_preorder_live`. */
export function isPreorderLive({ isPreorder, preorderEndsAt }: PreorderDates, now: Date): boolean {
  return isPreorder && preorderEndsAt !== null && new Date(preorderEndsAt).getTime() > now.getTime()
}

/** Days until a pre-order ends, rounded up: 1 on the last day, 0 after the end. A day is 24 hours. */
export function daysLeft(endsAt: Date | string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs))
}

/** The reasons to pre-order that the owner may choose from. The column `products.preorder_reason` has the same ids. */
export const preorderReasons = [
  { id: 'price', name: 'Early price' },
  { id: 'numbered', name: 'Numbered pieces' },
  { id: 'first', name: 'First in the queue' },
] as const
export type PreorderReason = (typeof preorderReasons)[number]['id']

/** The values that decide a product's price. `pricePence`: the usual one. */
type PricedProduct = PreorderDates & {
  pricePence: Pence
  preorderReason: PreorderReason | null
  preorderPence: Pence | null
}

/**
 * The price of a piece ordered now: the early price while the pre-order is live. As the database's `effective_price`.
 */
export function effectivePence(product: PricedProduct, now: Date): Pence {
  const { pricePence, preorderReason, preorderPence } = product
  const isEarly = preorderReason === 'price' && preorderPence !== null && isPreorderLive(product, now)
  return isEarly ? preorderPence : pricePence
}

/**
 * The product at the price of this moment. `afterPence`: its price once the pre-order ends, where that differs. A
 * second call changes nothing.
 */
export function priceNow<Product extends PricedProduct & { afterPence?: Pence | null }>(
  product: Product,
  now: Date,
): Product {
  const usual = product.afterPence ?? product.pricePence
  const pricePence = effectivePence({ ...product, pricePence: usual }, now)
  return { ...product, pricePence, afterPence: pricePence === usual ? null : usual }
}

/** The values behind the line that gives the reason. `afterPence`: from `priceNow`. */
export type PreorderOffer = {
  preorderReason: PreorderReason | null
  preorderLimit: number | null
  afterPence?: Pence | null
}

/** The reason to pre-order as one line of a page; null without one. For a live pre-order. */
export function preorderReasonText({ pricePence, ...offer }: PreorderOffer & { pricePence: Pence }): string | null {
  const { preorderReason, preorderLimit, afterPence } = offer
  if (preorderReason === 'numbered') return preorderLimit ? numberedText(preorderLimit) : null
  if (preorderReason === 'first') return 'First in the queue: cut before our other orders'
  if (preorderReason !== 'price' || !afterPence) return null
  return `Early price: ${formatPence(pricePence)} now, ${formatPence(afterPence)} once the pre-order ends`
}

/** The same in a few words, for cards. */
export function preorderReasonLabel({ preorderReason, preorderLimit, afterPence }: PreorderOffer): string | null {
  if (preorderReason === 'price') return afterPence ? `then ${formatPence(afterPence)}` : null
  if (preorderReason === 'numbered') return preorderLimit ? `one of ${preorderLimit}, numbered` : null
  return preorderReason === 'first' ? 'cut first' : null
}

function numberedText(limit: number): string {
  return limit === 1
    ? 'The only one we’ll make: number 1 of 1'
    : `One of ${limit} numbered pieces; you get your number when you pay`
}

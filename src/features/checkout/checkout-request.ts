import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { parsePounds } from '#base/money.ts'
import { poundsJson } from '#base/pounds-json.ts'
import { maxLines, maxQuantity, maxSizeLength } from '#features/cart/cart-lines.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { heightBounds, highestHeel, readSizeAdvice, type SizeAdvice } from '#features/catalogue/sizes/size.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { shop } from '#shop'

const Advice = z.unknown().transform((value, context): SizeAdvice | null => {
  const advice = value === undefined || value === null ? null : readSizeAdvice(value)
  if (value !== undefined && value !== null && !advice) context.addIssue('We couldn’t read these measurements.')
  return advice
})

const [shortest, tallest] = heightBounds
const wrongHeight = `Please give a height in whole centimetres, from ${shortest} to ${tallest}.`
const Height = z.number(wrongHeight).int(wrongHeight).min(shortest, wrongHeight).max(tallest, wrongHeight)
const wrongHeel = `Please give a heel in whole centimetres, up to ${highestHeel}.`
/** Flat shoes may be 0. */
const Heel = z
  .number(wrongHeel)
  .int(wrongHeel)
  .min(0, wrongHeel)
  .max(highestHeel, wrongHeel)
  .transform((heel) => heel || null)

const GiftNote = writtenText(maxGiftNote, `Please keep the gift note to ${maxGiftNote} characters.`)

// The browser's values are untrusted: id, size and quantity are looked up, the price is only compared.
const Item = z
  .object({
    id: z.string().max(200),
    size: z.string().max(maxSizeLength),
    quantity: z.number().int().min(1).max(maxQuantity).default(1),
    price: poundsJson.transform(parsePounds),
    name: z.string().max(500).default('This garment'),
    sizeAdvice: Advice.optional(),
    heightCm: Height.nullish(),
    heelCm: Heel.nullish(),
  })
  .refine(({ id, heightCm }) => !isSamples({ id }) || typeof heightCm !== 'number', {
    path: ['heightCm'],
    message: 'Fabric samples aren’t hemmed, so they take no height.',
  })

export const CheckoutBody = z.object({
  items: z.array(Item).max(maxLines).default([]),
  discountCode: z.string().nullish(),
  validateOnly: z.boolean().nullish(),
  cartId: z.uuid().toLowerCase().nullish(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase()
    .default(shop.country),
  /** The id of the delivery service chosen in the cart. One that the country does not have counts as none. */
  service: z.string().max(100).nullish(),
  giftNote: GiftNote.nullish(),
  /** The dispatch day that the cart showed, 'YYYY-MM-DD'. A call without one gets the day of the moment. */
  dispatchBy: z.iso.date().nullish(),
  /** The price in pence that the cart showed for the chosen service. A call without one gets the price of the moment. */
  deliveryPence: z.int().nullish(),
  /** Whether the customer consents that the shop keeps her sizes once this is paid. Ignored for a guest. */
  rememberSizes: z.boolean().nullish(),
})

export type RequestedLine = z.output<typeof Item>
export type CheckoutRequest = z.output<typeof CheckoutBody>

/**
 * One line per garment and size, with the last measurements given, and the last height with its shoes. Refuses
 * cart_empty, and bad_request above the maximum quantity.
 */
export function mergeLines(items: readonly RequestedLine[]): RequestedLine[] {
  const merged = new Map<string, RequestedLine>()
  for (const item of items) {
    const key = JSON.stringify([item.id.toLowerCase(), item.size])
    const quantity = (merged.get(key)?.quantity ?? 0) + item.quantity
    if (quantity > maxQuantity) {
      throw new AppError('bad_request', `You can order up to ${maxQuantity} of the ${item.name} in one size at once.`)
    }
    const first = merged.get(key) ?? item
    // Two prices for one garment are none, which returns price_changed.
    const price = first.price === item.price ? item.price : null
    const sizeAdvice = item.sizeAdvice ?? first.sizeAdvice
    const { heightCm, heelCm } = item.heightCm ? item : first
    merged.set(key, { ...first, quantity, price, sizeAdvice, heightCm, heelCm })
  }
  if (merged.size === 0)
    throw new AppError('cart_empty', 'Add some items to your cart before checking out', { status: 400 })
  return [...merged.values()]
}

/**
 * The client's network as a keyed hash of the IPv4 address or the IPv6 /56. `isShared`: behind a proxy that TRUST_PROXY
 * does not declare, all customers count as one network.
 */
export type CheckoutNetwork = { hash: string; isShared: boolean }

/** Reads the network of a request. `secret` keys the hash and is the same in every instance. */
export function readNetwork(c: Context<Env>, secret: string): CheckoutNetwork {
  const isShared = c.var.isBehindUndeclaredProxy()
  const network = isShared ? 'undeclared proxy' : limitKey(c.var.clientIp)
  return { hash: createHmac('sha256', secret).update(network).digest('base64url'), isShared }
}

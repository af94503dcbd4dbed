import { createHash } from 'node:crypto'
import { isoDay } from '#base/calendar-day.ts'
import { poundsFromPence } from '#base/money.ts'
import { type Availability, type AvailabilitySettings, availabilityOf } from '#features/catalogue/availability.ts'
import { isPreorderLive, priceNow } from '#features/catalogue/preorders/preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { deliveryPrice } from '#features/settings/delivery.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { shop, type Zone } from '#shop'
import { pictureAt } from '#ui/picture.tsx'
import { materialOf } from './material.ts'

export type FeedShop = Pick<ShopSettings, 'zones'> &
  AvailabilitySettings & {
    siteUrl: string
    /** Lists the delivery price of every country, or only of the shop's own. */
    everyCountry: boolean
  }

/** An attribute of Google's product data specification with its value. One that repeats has several fields. */
export type FeedField = readonly [name: string, value: string]

/** An entry of the feed. `shipping`: prices by country (ISO 3166-1 alpha-2). */
export type FeedItem = { fields: FeedField[]; shipping: { country: string; price: string }[] }

/** One product, at the price of `now`, as an entry per size. */
export function feedItems(
  listed: Product,
  { isFull, now }: { isFull: boolean; now: Date },
  settings: FeedShop,
): FeedItem[] {
  const product = priceNow(listed, now)
  const { siteUrl } = settings
  const at = (path: string) => new URL(path, siteUrl).href
  const isLive = isPreorderLive(product, now)
  const { google, kind } = categoryOf(product.name)
  const material = materialOf(product.fabric)
  const [first, ...others] = product.pictures.map(({ url }) => at(pictureAt(url, 1600)))
  const shared: FeedField[] = [
    field('item_group_id', product.id),
    field('description', cutCharacters(product.description || `${product.name}, made to order.`, 5_000)),
    field('link', at(`/product/${product.slug}`)),
    ...(first ? [field('image_link', first)] : []),
    ...others.slice(0, 10).map((url) => field('additional_image_link', url)),
    ...availability(availabilityOf(product, { isFull, now }, settings)),
    field('price', amount(product.pricePence)),
    field('brand', shop.name),
    field('condition', 'new'),
    field('identifier_exists', 'no'),
    field('google_product_category', String(google)),
    field('product_type', `Women > Clothing > ${kind}`),
    field('gender', 'female'),
    field('age_group', 'adult'),
    field('size_system', 'UK'),
    ...(product.colour ? [field('color', cutCharacters(product.colour, 100))] : []),
    ...(material ? [field('material', material)] : []),
    field('custom_label_0', isLive ? 'pre-order' : 'made to order'),
    ...handling(product.productionDays ?? settings.productionDays),
  ]
  return product.sizes.map((size) => {
    const title = [product.name, product.colour, `size ${size}`].filter(Boolean).join(', ')
    const own: FeedField[] = [
      field('id', variantId(product, size)),
      field('title', cutCharacters(title, 150)),
      field('size', cutCharacters(size, 100)),
    ]
    return { fields: [...own, ...shared], shipping: shipping(product, settings) }
  })
}

/** At most fifty characters, and stable for as long as the product has that size. */
function variantId({ id }: Product, size: string): string {
  const plain = size.replace(/[^A-Za-z0-9-]+/g, '')
  // '8/10' and '810' have the same characters without punctuation: a hash distinguishes ids that were shortened or
  // stripped.
  const own = plain === size && size.length <= 17 ? size : `${plain.slice(0, 8)}${hashOf(size)}`
  return [id.replaceAll('-', ''), own].join('-')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function availability(is: Availability): FeedField[] {
  const date: FeedField[] = is.is === 'preorder' ? [field('availability_date', `${isoDay(is.shipsOn)}T00:00Z`)] : []
  return [field('availability', is.is), ...date]
}

function handling(days: number): FeedField[] {
  return [field('min_handling_time', '1'), field('max_handling_time', String(days))]
}

/** The price of the cheapest service to each country for this product alone. */
function shipping({ pricePence }: Product, { zones, everyCountry }: FeedShop): FeedItem['shipping'] {
  return zones.flatMap((zone, index) => {
    const countries = everyCountry ? zone.countries : index === 0 ? zone.countries.slice(0, 1) : []
    const price = amount(cheapest(zone, pricePence))
    return countries.map((country) => ({ country, price }))
  })
}

function cheapest({ services }: Zone, goodsPence: Product['pricePence']): number {
  return Math.min(...services.map((service) => deliveryPrice(service, goodsPence)))
}

function amount(pence: number): string {
  return `${poundsFromPence(pence as Product['pricePence']).toFixed(2)} ${shop.currency}`
}

function field(name: string, value: string): FeedField {
  return [name, value]
}

// Google's product taxonomy (2021-09-21) and the shop's own categories, by a word in the product's name; the first
// match counts.
const categories: [RegExp, number, string][] = [
  [/\babaya\b/i, 2271, 'Abayas'],
  [/\b(kaftan|caftan)\b/i, 2271, 'Kaftans'],
  [/\bgown\b/i, 2271, 'Gowns'],
  [/\bdress\b/i, 2271, 'Dresses'],
  [/\bskirt\b/i, 1581, 'Skirts'],
  [/\b(cape|cloak)\b/i, 5598, 'Capes'],
  [/\b(coat|jacket)\b/i, 5598, 'Coats'],
  [/\b(blouse|shirt)\b/i, 212, 'Blouses'],
  [/\b(top|tunic|cardigan|jumper)\b/i, 212, 'Tops'],
  [/\b(trousers|culottes)\b/i, 204, 'Trousers'],
]

/** Google's category number and the shop's own category, by the product's name. */
function categoryOf(name: string): { google: number; kind: string } {
  const [, google, kind] = categories.find(([word]) => word.test(name)) ?? [null, 1604, 'Clothing']
  return { google, kind }
}

import { createHash } from 'node:crypto'
import { isPreorderLive, priceNow } from '#features/catalogue/preorders/preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { deliveryPrice } from '#features/settings/delivery.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { shop, type Zone } from '#shop'
import { poundsFromPence } from '#ui/money.ts'
import { pictureAt } from '#ui/picture.tsx'
import { isoDay } from '#ui/time/calendar-day.ts'
import { xmlText } from '../xml.ts'
import { categoryOf } from './category.ts'
import { materialOf } from './material.ts'

export type FeedShop = Pick<ShopSettings, 'zones' | 'productionDays' | 'daysOff'> & {
  siteUrl: string
  /** Lists the delivery price of every country, or only of the shop's own. */
  everyCountry: boolean
}

/**
 * One product, at the price of `now`, as an entry per size, each an `<item>` of Google's product data specification.
 */
export function feedItems(
  listed: Product,
  { isFull, now }: { isFull: boolean; now: Date },
  settings: FeedShop,
): string[] {
  const product = priceNow(listed, now)
  const { siteUrl } = settings
  const at = (path: string) => new URL(path, siteUrl).href
  const isLive = isPreorderLive(product, now)
  const { google, kind } = categoryOf(product.name)
  const material = materialOf(product.fabric)
  const [first, ...others] = product.pictures.map(({ url }) => at(pictureAt(url, 1600)))
  const shared = [
    tag('item_group_id', product.id),
    tag('description', cutCharacters(product.description || `${product.name}, made to order.`, 5_000)),
    tag('link', at(`/product/${product.slug}`)),
    ...(first ? [tag('image_link', first)] : []),
    ...others.slice(0, 10).map((url) => tag('additional_image_link', url)),
    ...availability(product, { isFull, isLive, now }, settings),
    tag('price', amount(product.pricePence)),
    tag('brand', shop.name),
    tag('condition', 'new'),
    tag('identifier_exists', 'no'),
    tag('google_product_category', String(google)),
    tag('product_type', `Women > Clothing > ${kind}`),
    tag('gender', 'female'),
    tag('age_group', 'adult'),
    tag('size_system', 'UK'),
    ...(product.colour ? [tag('color', cutCharacters(product.colour, 100))] : []),
    ...(material ? [tag('material', material)] : []),
    tag('custom_label_0', isLive ? 'pre-order' : 'made to order'),
    ...handling(product.productionDays ?? settings.productionDays),
    ...shipping(product, settings),
  ]
  return product.sizes.map((size) => {
    const title = [product.name, product.colour, `size ${size}`].filter(Boolean).join(', ')
    const own = [
      tag('id', variantId(product, size)),
      tag('title', cutCharacters(title, 150)),
      tag('size', cutCharacters(size, 100)),
    ]
    return `<item>\n${[...own, ...shared].join('\n')}\n</item>`
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

/** Made to order counts as in stock; a pre-order has its dispatch date. */
function availability(
  product: Product,
  { isFull, isLive, now }: { isFull: boolean; isLive: boolean; now: Date },
  settings: FeedShop,
): string[] {
  if (isFull) return [tag('availability', 'out_of_stock')]
  if (!isLive) return [tag('availability', 'in_stock')]
  const { productionDays, preorderEndsAt } = product
  const sent = dispatchBy({ orderedAt: now, productionDays, preorderEndsAt }, settings)
  return [tag('availability', 'preorder'), tag('availability_date', `${isoDay(sent)}T00:00Z`)]
}

function handling(days: number): string[] {
  return [tag('min_handling_time', '1'), tag('max_handling_time', String(days))]
}

/** The price of the cheapest service to each country for this product alone. */
function shipping({ pricePence }: Product, { zones, everyCountry }: FeedShop): string[] {
  return zones.flatMap((zone, index) => {
    const countries = everyCountry ? zone.countries : index === 0 ? zone.countries.slice(0, 1) : []
    const price = amount(cheapest(zone, pricePence))
    return countries.map((country) => `<g:shipping>${tag('country', country)}${tag('price', price)}</g:shipping>`)
  })
}

function cheapest({ services }: Zone, goodsPence: Product['pricePence']): number {
  return Math.min(...services.map((service) => deliveryPrice(service, goodsPence)))
}

function amount(pence: number): string {
  return `${poundsFromPence(pence as Product['pricePence']).toFixed(2)} ${shop.currency}`
}

function tag(name: string, text: string): string {
  return `<g:${name}>${xmlText(text)}</g:${name}>`
}

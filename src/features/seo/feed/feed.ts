import { createHash } from 'node:crypto'
import { isoDay } from '#base/calendar-day.ts'
import { decimalPounds } from '#base/money.ts'
import { type Availability, type AvailabilitySettings, availabilityOf } from '#features/catalogue/availability.ts'
import { isPreorderLive, priceNow } from '#features/catalogue/preorders/preorder.ts'
import { makingOf, type Product } from '#features/catalogue/product.ts'
import { sizeName } from '#features/catalogue/sizes/size.ts'
import { deliveryPrice } from '#features/settings/delivery.ts'
import { handlingDays } from '#features/settings/dispatch-and-arrival.ts'
import { firstKinds, type ShopKind } from '#features/settings/kinds.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import { pictureAt } from '#ui/picture.tsx'
import { xmlText } from '../xml.ts'

type FeedShop = Pick<ShopSettings, 'zones'> &
  AvailabilitySettings & {
    siteUrl: string
    /** The owner's. */
    kinds?: readonly ShopKind[]
    /** Lists the delivery price of every country, or only of the shop's own. */
    everyCountry: boolean
  }

/** An attribute of Google's product data specification with its value. One that repeats has several fields. */
type FeedField = readonly [name: string, value: string]

/** An entry of the feed. `shipping`: prices by country (ISO 3166-1 alpha-2). */
type FeedItem = { fields: FeedField[]; shipping: { country: string; price: string }[] }

/** One product, at the price of `now`, as an entry per size. */
function feedItems(listed: Product, { isFull, now }: { isFull: boolean; now: Date }, settings: FeedShop): FeedItem[] {
  const product = priceNow(listed, now)
  const { siteUrl } = settings
  const at = (path: string) => new URL(path, siteUrl).href
  const isLive = isPreorderLive(product, now)
  const { google, kind } = categoryOf(product.name)
  const ownKind = kindOf(product, settings.kinds ?? [])
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
    field('product_type', `Women > Clothing > ${ownKind ?? kind}`),
    field('gender', 'female'),
    field('age_group', 'adult'),
    field('size_system', 'UK'),
    ...(product.colour ? [field('color', cutCharacters(product.colour, 100))] : []),
    ...(material ? [field('material', material)] : []),
    field('custom_label_0', isLive ? 'pre-order' : 'made to order'),
    ...handling(handlingDays({ orderedAt: now, ...makingOf(product) }, settings)),
  ]
  return product.sizes.map((size) => {
    const called = sizeName(size)
    const title = [product.name, product.colour, `size ${called}`].filter(Boolean).join(', ')
    const own: FeedField[] = [
      field('id', variantId(product, size)),
      field('title', cutCharacters(title, 150)),
      field('size', cutCharacters(called, 100)),
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
  return `${decimalPounds(pence as Product['pricePence'])} ${shop.currency}`
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

/** The first of a product's kinds that the owner added or renamed; null if its name says enough. */
function kindOf({ kinds: had }: Product, kinds: readonly ShopKind[]): string | null {
  const isFirst = ({ id, plural }: ShopKind) => firstKinds.some((kind) => kind.id === id && kind.plural === plural)
  return kinds.find((kind) => had.includes(kind.id) && !isFirst(kind))?.plural ?? null
}

/** Google's category number and the shop's own category, by the product's name. */
function categoryOf(name: string): { google: number; kind: string } {
  const [, google, kind] = categories.find(([word]) => word.test(name)) ?? [null, 1604, 'Clothing']
  return { google, kind }
}

const fibre = /(\d{1,3}(?:[.,]\d+)?)\s?%\s+(\p{L}+)/gu

/** Google accepts one main material and two more, within this number of characters. */
const most = { fibres: 3, letters: 200 }

/**
 * The outer fabric's materials in descending share, as Google's `material`: 'polyester/elastane'. Parsed from the
 * beginning of the owner's text; null without fibres and shares there.
 */
export function materialOf(fabric: string | null): string | null {
  // The rest of the text is about linings, buttons and care.
  const outer = (fabric ?? '').split(/[.;\n](?!\d)/).find((part) => part.trim() !== '') ?? ''
  const shares = [...outer.matchAll(fibre)].map(([, share = '', name = '']) => ({
    name: name.toLowerCase(),
    share: Number(share.replace(',', '.')),
  }))
  const main = shares.filter(({ share }) => share > 0 && share <= 100).sort((a, b) => b.share - a.share)
  const material = [...new Set(main.map(({ name }) => name))].slice(0, most.fibres).join('/')
  return material.length > 0 && material.length <= most.letters ? material : null
}

/** With more sizes than this, each entry has the delivery price of the shop's own country alone. */
const maxSizesWithCountries = 1_000

type Feed = Omit<FeedShop, 'everyCountry'> & { now: Date; isFull: (product: Product) => boolean }

/** The shop's products for shopping channels: RSS 2.0 with Google's `g:` elements, one item for each size of each. */
export function feedXml(products: readonly Product[], feed: Feed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${xmlText(shop.name)}</title>
<link>${xmlText(feed.siteUrl)}</link>
<description>${xmlText(shop.description)}</description>
${itemsOf(products, feed).map(xmlItem).join('\n')}
</channel>
</rss>
`
}

/** The columns of the feed as text, by Google's names. */
const columns = [
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link'],
  ...['availability', 'availability_date', 'price', 'brand', 'condition', 'identifier_exists'],
  ...['google_product_category', 'product_type', 'gender', 'age_group', 'size', 'size_system', 'color', 'material'],
  ...['custom_label_0', 'min_handling_time', 'max_handling_time', 'shipping'],
]

/** The same products as tab-separated text: one line of column names, then a line for each size of each product. */
export function feedText(products: readonly Product[], feed: Feed): string {
  const lines = itemsOf(products, feed).map((item) => columns.map((name) => cell(textOf(item, name))).join('\t'))
  return `${[columns.join('\t'), ...lines].join('\n')}\n`
}

function itemsOf(products: readonly Product[], { now, isFull, ...settings }: Feed): FeedItem[] {
  const count = products.reduce((sum, { sizes }) => sum + sizes.length, 0)
  const about = { ...settings, everyCountry: count <= maxSizesWithCountries }
  return products.flatMap((product) => feedItems(product, { isFull: isFull(product), now }, about))
}

function xmlItem({ fields, shipping }: FeedItem): string {
  const prices = shipping.map(({ country, price }) => {
    return `<g:shipping>${tag('country', country)}${tag('price', price)}</g:shipping>`
  })
  return `<item>\n${[...fields.map(([name, value]) => tag(name, value)), ...prices].join('\n')}\n</item>`
}

function tag(name: string, text: string): string {
  return `<g:${name}>${xmlText(text)}</g:${name}>`
}

/** Values of an attribute that repeats are separated by commas; shipping is `country:region:service:price`. */
function textOf({ fields, shipping }: FeedItem, column: string): string {
  if (column === 'shipping') return shipping.map(({ country, price }) => `${country}:::${price}`).join(',')
  const values = fields.filter(([name]) => name === column).map(([, value]) => value)
  return column === 'additional_image_link' ? values.map((url) => url.replaceAll(',', '%2C')).join(',') : values.join()
}

/** One line without tabs; a value with quotation marks is quoted, so that no reader takes them for its own. */
function cell(value: string): string {
  const line = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}

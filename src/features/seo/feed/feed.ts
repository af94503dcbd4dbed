import type { Product } from '#features/catalogue/product.ts'
import { shop } from '#shop'
import { xmlText } from '../xml.ts'
import { type FeedItem, type FeedShop, feedItems } from './feed-item.ts'

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

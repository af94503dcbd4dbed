import type { Product } from '#features/catalogue/product.ts'
import { shop } from '#shop'
import { xmlText } from '../xml.ts'
import { type FeedShop, feedItems } from './feed-item.ts'

/** With more sizes than this, each entry has the delivery price of the shop's own country alone. */
const maxSizesWithCountries = 1_000

type Feed = Omit<FeedShop, 'everyCountry'> & { now: Date; isFull: (product: Product) => boolean }

/** The shop's products for shopping channels: RSS 2.0 with Google's `g:` elements, one item for each size of each. */
export function feedXml(products: readonly Product[], { now, isFull, ...settings }: Feed): string {
  const count = products.reduce((sum, { sizes }) => sum + sizes.length, 0)
  const about = { ...settings, everyCountry: count <= maxSizesWithCountries }
  const items = products.flatMap((product) => feedItems(product, { isFull: isFull(product), now }, about))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${xmlText(shop.name)}</title>
<link>${xmlText(settings.siteUrl)}</link>
<description>${xmlText(shop.description)}</description>
${items.join('\n')}
</channel>
</rss>
`
}

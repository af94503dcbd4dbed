import { decimalPounds } from '#base/money.ts'
import type { Availability } from '#features/catalogue/availability.ts'
import type { Product } from '#features/catalogue/product.ts'
import { productJsonLd } from '#features/catalogue/product-json-ld.ts'
import type { PageSettings } from '#features/settings/page-settings.ts'
import { withoutTrailing } from '#platform/text/kept-text.ts'
import type { PageMeta } from '#ui/page-meta.ts'
import { breadcrumbs } from './json-ld.ts'
import { sharedPicture } from './shared-picture.ts'

/** The length of a description in search results. */
const maxDescriptionLength = 158

type ProductAvailability = {
  /** The end of an open pre-order; null for a product that is made to order. */
  endsAt: Date | null
  availability: Availability
  /** The most working days to its dispatch. */
  handlingDays: number
  /** Its reviews as structured data; empty without any. */
  reviews?: object
}

const openGraph = { in_stock: 'in stock', preorder: 'preorder', out_of_stock: 'out of stock' } as const

/** The head of a product page, made on the server: title, description, picture, offer and structured data. */
export function productHead(
  product: Product,
  { endsAt, availability, handlingDays, reviews = {} }: ProductAvailability,
  { siteUrl, zones }: Pick<PageSettings, 'siteUrl' | 'zones'>,
): Omit<PageMeta, 'siteUrl'> {
  const { name, slug, description, pricePence } = product
  const path = `/product/${slug}`
  const image = sharedPicture(product)
  const crumbs = [
    { name: 'Shop', path: '/shop' },
    { name, path },
  ]
  return {
    title: name,
    description: shortened(description) || `${name}, made to order.`,
    path,
    ...(image && { image }),
    offer: {
      price: decimalPounds(pricePence),
      availability: openGraph[availability.is],
    },
    jsonLd: [
      { ...productJsonLd(product, { siteUrl, zones, handlingDays, availability, endsAt }), ...reviews },
      breadcrumbs(crumbs, siteUrl),
    ],
  }
}

/** The first paragraph, cut between two words where it is too long. */
function shortened(description: string): string {
  const [first = ''] = description.trim().split('\n')
  if (first.length <= maxDescriptionLength) return first
  // No half of an emoji, should there be no space to end at.
  const cut = first.slice(0, maxDescriptionLength).replace(/[\ud800-\udbff]$/, '')
  const end = cut.search(/\s\S*$/)
  return `${withoutTrailing(end < 0 ? cut : cut.slice(0, end), ' \t,;:.–—-')}…`
}

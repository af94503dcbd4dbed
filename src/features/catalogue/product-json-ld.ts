import { shop } from '#shop'
import { pictureAt } from '#ui/picture.tsx'
import { type Pence, poundsFromPence } from './money.ts'
import type { Product } from './product.ts'

type Surroundings = {
  siteUrl: string
  /** The day a pre-ordered garment leaves, null for one that is made to order. */
  availableFrom: Date | null
  /** What the cheapest way to the United Kingdom costs with this garment alone. */
  deliveryPence: Pence
}

/** What a garment is to search engines, by schema.org: price, availability, delivery to the UK and the right to return. */
export function productJsonLd(product: Product, { siteUrl, availableFrom, deliveryPence }: Surroundings) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.slug,
    image: product.pictures.map(({ url }) => new URL(pictureAt(url, 1200), siteUrl).href),
    brand: { '@type': 'Brand', name: shop.name },
    ...(product.colour ? { color: product.colour } : {}),
    ...(product.fabric ? { material: product.fabric } : {}),
    size: product.sizes,
    offers: {
      '@type': 'Offer',
      url: new URL(`/product/${product.slug}`, siteUrl).href,
      price: poundsFromPence(product.pricePence).toFixed(2),
      priceCurrency: shop.currency,
      availability: `https://schema.org/${availableFrom ? 'PreOrder' : 'MadeToOrder'}`,
      ...(availableFrom ? { availabilityStarts: availableFrom.toISOString().slice(0, 10) } : {}),
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: {
          '@type': 'MonetaryAmount',
          value: poundsFromPence(deliveryPence).toFixed(2),
          currency: shop.currency,
        },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
      },
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'GB',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: shop.policies.cancelDays,
        returnMethod: 'https://schema.org/ReturnByMail',
      },
    },
  }
}

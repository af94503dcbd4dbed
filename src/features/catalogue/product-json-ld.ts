import { isoDay } from '#base/calendar-day.ts'
import { decimalPounds, type Pence, pence } from '#base/money.ts'
import { deliveryPrice } from '#features/settings/delivery.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import { pictureAt } from '#ui/picture.tsx'
import type { Availability } from './availability.ts'
import type { Product } from './product.ts'
import { sizeName } from './sizes/size.ts'

type Surroundings = Pick<ShopSettings, 'zones'> & {
  siteUrl: string
  /** The most working days to its dispatch. */
  handlingDays: number
  availability: Availability
  /** The end of a live pre-order, and with it of its price; null for a garment that is made to order. */
  endsAt: Date | null
}

/**
 * A garment as schema.org data: price, availability, delivery costs and times for each zone, and the return policy. A
 * price has an end of validity only for a pre-order.
 */
export function productJsonLd(product: Product, surroundings: Surroundings) {
  const { siteUrl, availability, endsAt } = surroundings
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': new URL(`/product/${product.slug}#garment`, siteUrl).href,
    name: product.name,
    description: product.description || `${product.name}, made to order.`,
    sku: product.slug,
    image: product.pictures.map(({ url }) => new URL(pictureAt(url, 1200), siteUrl).href),
    brand: { '@type': 'Brand', name: shop.name },
    ...(product.colour ? { color: product.colour } : {}),
    ...(product.fabric ? { material: product.fabric } : {}),
    size: product.sizes.map(sizeName),
    audience: { '@type': 'PeopleAudience', suggestedGender: 'female' },
    offers: {
      '@type': 'Offer',
      url: new URL(`/product/${product.slug}`, siteUrl).href,
      price: pounds(product.pricePence),
      priceCurrency: shop.currency,
      availability: schemaOf[availability.is],
      ...(availability.is === 'preorder' ? { availabilityStarts: isoDay(availability.shipsOn) } : {}),
      ...(endsAt ? { priceValidUntil: endsAt.toISOString() } : {}),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: shop.name },
      shippingDetails: surroundings.zones.map((zone) => shippingTo(zone, product, surroundings)),
      hasMerchantReturnPolicy: returnPolicy(surroundings),
    },
  }
}

/** Google's list has no MadeToOrder: that is InStock, with the production time as handling time. */
const schemaOf = {
  in_stock: 'https://schema.org/InStock',
  preorder: 'https://schema.org/PreOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
} as const satisfies Record<Availability['is'], string>

/** The cheapest delivery service to a zone for this garment alone; the production time is added. */
function shippingTo({ services, countries }: Zone, product: Product, { handlingDays }: Surroundings) {
  const priced = services.map((service) => ({
    transitDays: service.transitDays,
    costs: deliveryPrice(service, product.pricePence),
  }))
  const [cheapest] = priced.toSorted((one, other) => one.costs - other.costs)
  const { from: least, to: most } = cheapest?.transitDays ?? { from: 1, to: 1 }
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: pounds(cheapest?.costs ?? pence(0)), currency: shop.currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countries },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `https://schema.org/${day}`),
      },
      handlingTime: { '@type': 'QuantitativeValue', minValue: 1, maxValue: handlingDays, unitCode: 'DAY' },
      transitTime: { '@type': 'QuantitativeValue', minValue: least, maxValue: most, unitCode: 'DAY' },
    },
  }
}

/** Customers pay for the return of unwanted products; the return of faulty ones is free. */
function returnPolicy({ siteUrl, zones }: Surroundings) {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: zones.flatMap(({ countries }) => countries).slice(0, 50),
    returnPolicyCountry: 'GB',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: shop.policies.cancelDays,
    merchantReturnLink: new URL('/returns-refunds', siteUrl).href,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
    refundType: 'https://schema.org/FullRefund',
  }
}

function pounds(amount: Pence): string {
  return decimalPounds(amount)
}

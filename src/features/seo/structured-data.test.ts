import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { priceNow } from '#features/catalogue/preorders/preorder.ts'
import { parseProduct } from '#features/catalogue/product.ts'
import { faqJsonLd } from '#features/content/documents/faq-json-ld.ts'
import { fillDocument } from '#features/content/documents/show-document.ts'
import { reviewJsonLd, toGarmentReviews } from '#features/reviews/published/published-reviews.ts'
import { shop } from '#shop'
import { sampleFilling, sampleZones } from '#tests/fixtures/documents.ts'
import { pageMeta } from '#ui/page-meta.ts'
import { faq } from '../../../db/catalogue/documents/faq.ts'
import { breadcrumbs, itemList, organization, website } from './json-ld.ts'
import { productHead } from './product-head.ts'

const siteUrl = 'https://shop.example'
const inStock = { is: 'in_stock' } as const
const outOfStock = { is: 'out_of_stock' } as const
const preorder = { is: 'preorder', shipsOn: new Date('2026-12-11T00:00:00Z') } as const
const endsAt = new Date('2026-11-27T12:00:00Z')
const settings = { siteUrl, zones: shop.zones, productionDays: 10 }

const url = { type: 'string', pattern: '^https://shop\\.example/' }
const text = { type: 'string', minLength: 1 }
const days = {
  type: 'object',
  required: ['minValue', 'maxValue', 'unitCode'],
  properties: { minValue: { type: 'integer' }, maxValue: { type: 'integer', minimum: 1 }, unitCode: { const: 'DAY' } },
}
const of = (type: string, properties: object) => ({
  type: 'object',
  required: ['@type', ...Object.keys(properties)],
  properties: { '@type': { const: type }, ...properties },
})
const list = (items: object) => ({ type: 'array', minItems: 1, items })

/** The properties that Google's structured-data guides require or recommend, and that the shop provides. */
const shapes: Record<string, object> = {
  Product: of('Product', {
    name: text,
    description: text,
    sku: text,
    image: list(url),
    brand: of('Brand', { name: text }),
    color: text,
    material: text,
    size: list(text),
    offers: of('Offer', {
      url,
      price: { type: 'string', pattern: '^\\d+\\.\\d\\d$' },
      priceCurrency: { const: 'GBP' },
      availability: { enum: ['InStock', 'PreOrder', 'OutOfStock'].map((word) => `https://schema.org/${word}`) },
      itemCondition: { const: 'https://schema.org/NewCondition' },
      shippingDetails: list(
        of('OfferShippingDetails', {
          shippingRate: of('MonetaryAmount', {
            value: { type: 'string', pattern: '^\\d+\\.\\d\\d$' },
            currency: { const: 'GBP' },
          }),
          shippingDestination: of('DefinedRegion', { addressCountry: list({ type: 'string', pattern: '^[A-Z]{2}$' }) }),
          deliveryTime: of('ShippingDeliveryTime', { handlingTime: days, transitTime: days }),
        }),
      ),
      hasMerchantReturnPolicy: of('MerchantReturnPolicy', {
        applicableCountry: { type: 'array', minItems: 1, maxItems: 50 },
        returnPolicyCategory: { const: 'https://schema.org/MerchantReturnFiniteReturnWindow' },
        merchantReturnDays: { type: 'integer', minimum: 14 },
        returnMethod: text,
        returnFees: text,
      }),
    }),
  }),
  BreadcrumbList: of('BreadcrumbList', {
    itemListElement: list(of('ListItem', { position: { type: 'integer', minimum: 1 }, name: text, item: url })),
  }),
  ItemList: of('ItemList', { itemListElement: list(of('ListItem', { position: { type: 'integer' }, url })) }),
  Organization: of('Organization', {
    name: text,
    url,
    logo: url,
    email: text,
    sameAs: list({ type: 'string', pattern: '^https://' }),
    address: of('PostalAddress', {
      streetAddress: text,
      addressLocality: text,
      postalCode: text,
      addressCountry: { const: 'GB' },
    }),
  }),
  WebSite: of('WebSite', {
    name: text,
    url,
    potentialAction: of('SearchAction', {
      target: of('EntryPoint', { urlTemplate: { type: 'string', pattern: '/shop\\?q=\\{search_term_string\\}$' } }),
      'query-input': { const: 'required name=search_term_string' },
    }),
  }),
  FAQPage: of('FAQPage', {
    mainEntity: list(
      of('Question', { name: { ...text, pattern: '^[^<>]+$' }, acceptedAnswer: of('Answer', { text }) }),
    ),
  }),
}

const ajv = new Ajv({ allErrors: true })

function fits(thing: object): void {
  const { '@context': context, '@type': type = '' } = thing as Record<string, string>
  expect(context).toBe('https://schema.org')
  const check = ajv.compile(shapes[type] ?? { not: {} })
  expect(check(thing), JSON.stringify(check.errors)).toBe(true)
}

function garment(columns: object = {}) {
  return parseProduct({
    id: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    name: 'Ruth Skirt',
    slug: 'ruth-skirt',
    description: `${'A skirt that falls to the ankle, '.repeat(9)}and no further.\n\nMore.`,
    price: 128,
    sizes: ['8-10'],
    pictures: [{ url: '/storage/v1/object/public/product-images/a.jpg' }],
    colour: 'Flax',
    fabric: '100% linen',
    active: true,
    is_preorder: true,
    created_at: '2026-01-01T00:00:00Z',
    ...columns,
  })
}

test('product, breadcrumbs, list, shop and FAQ have all the properties that search engines require', () => {
  const { jsonLd = [] } = productHead(garment(), { endsAt: null, handlingDays: 10, availability: inStock }, settings)
  const garments = [{ slug: 'ruth-skirt' }]
  const things = [itemList(garments, siteUrl), breadcrumbs([], siteUrl), organization(siteUrl), website(siteUrl)]
  for (const thing of [...jsonLd, ...things, faqJsonLd(fillDocument(faq, sampleFilling()), sampleZones)])
    fits(thing as object)
})

test('an early price is the offer’s price, valid until the pre-order ends', () => {
  const early = { preorder_reason: 'price', preorder_price: 98, preorder_end_date: endsAt.toISOString() }
  const product = priceNow(garment(early), new Date(endsAt.getTime() - 1))
  const [thing] = productHead(product, { endsAt, handlingDays: 10, availability: preorder }, settings).jsonLd ?? []
  expect(thing).toMatchObject({ offers: { price: '98.00', priceValidUntil: endsAt.toISOString() } })
})

test('a product has a rating and reviews only where buyers wrote them, and their text stays data', () => {
  const row = { id: 'a', height_cm: null, size: '8-10', fit: 'true' as const, name: 'Ruth', pictures: [] }
  const times = { written_at: '2027-01-02T00:00:00Z', published_at: '2027-01-03T00:00:00Z', answered_at: null }
  const words = '</script><script>alert(1)</script>'
  const rows = [5, 2].map((stars) => ({ ...row, ...times, stars, words, answer: null }))
  const headOf = (reviews: object) =>
    productHead(garment(), { endsAt: null, handlingDays: 10, availability: inStock, reviews }, settings)
  const [rated] = headOf(reviewJsonLd(toGarmentReviews(rows))).jsonLd ?? []
  fits(rated ?? {})
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 3.5, reviewCount: 2 }, review: [{}, {}] })
  const [unrated] = headOf(reviewJsonLd(null)).jsonLd ?? []
  expect(Object.keys(unrated ?? {})).not.toContain('aggregateRating')
})

test('availability and the end of a price match the product', () => {
  const offerOf = (endsAt: Date | null, isFull: boolean) => {
    const availability = isFull ? outOfStock : endsAt ? preorder : inStock
    const [thing] = productHead(garment(), { endsAt, handlingDays: 10, availability }, settings).jsonLd ?? []
    return (thing as { offers: Record<string, unknown> }).offers
  }
  expect(offerOf(null, false)).toMatchObject({ availability: 'https://schema.org/InStock', price: '128.00' })
  expect(offerOf(null, false)).not.toHaveProperty('priceValidUntil')
  expect(offerOf(endsAt, false)).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    availabilityStarts: '2026-12-11',
    priceValidUntil: endsAt.toISOString(),
  })
  expect(offerOf(endsAt, true)).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
  const [home, europe, world] = offerOf(null, false).shippingDetails as { shippingRate: object; deliveryTime: object }[]
  // Free in the United Kingdom from £120.
  expect([home, europe, world].map((zone) => zone?.shippingRate)).toMatchObject([
    { value: '0.00' },
    { value: '14.95' },
    { value: '22.95' },
  ])
  expect(europe?.deliveryTime).toMatchObject({
    handlingTime: { maxValue: 10 },
    transitTime: { minValue: 5, maxValue: 7 },
  })
})

type Faq = { mainEntity: { name: string; acceptedAnswer: { text: string } }[] }

test('the FAQ has the page’s text, without its markup', () => {
  const { mainEntity } = faqJsonLd(fillDocument(faq, sampleFilling()), sampleZones) as Faq
  expect(mainEntity.length).toBeGreaterThan(15)
  const answerTo = (question: string) => mainEntity.find(({ name }) => name === question)?.acceptedAnswer.text
  expect(answerTo('Can I send it back if I change my mind?')).toContain(
    `within ${shop.policies.cancelDays} days of receiving it`,
  )
  expect(answerTo('What does delivery cost, and how long does it take?')).toMatch(
    /^United Kingdom, Royal Mail Tracked 48: £4.50, free from £120, 2–3 working days\n/,
  )
  for (const { name, acceptedAnswer } of mainEntity)
    expect(`${name} ${acceptedAnswer.text}`).not.toMatch(/<\/?[a-z]|&[a-z]+;|##/)
})

test('the sharing tags of a product are complete: image with its size, price, and a one-line description', () => {
  const tags = pageMeta({
    ...productHead(garment(), { endsAt, handlingDays: 10, availability: preorder }, settings),
    siteUrl,
  })
  const content = Object.fromEntries(tags.flatMap((tag) => ('property' in tag ? [[tag.property, tag.content]] : [])))
  expect(content).toMatchObject({
    'og:type': 'product',
    'og:title': 'Ruth Skirt',
    'og:locale': 'en_GB',
    'og:image:width': '1200',
    'og:image:height': '630',
    'product:price:amount': '128.00',
    'product:price:currency': 'GBP',
    'product:availability': 'preorder',
  })
  expect(content['og:image']).toMatch(/^https:\/\/shop\.example\/sharing\/product\/ruth-skirt-[0-9a-f]{12}\.jpg$/)
  expect(content['og:description']?.length).toBeLessThanOrEqual(160)
  expect(content['og:description']).toMatch(/ falls to the…$/)
  const foreign = [{ url: 'https://cdn.example/a.jpg', width: 600, height: 800 }]
  const { image } = productHead(
    garment({ pictures: foreign }),
    { endsAt, handlingDays: 10, availability: preorder },
    settings,
  )
  expect(image).toMatchObject({ url: 'https://cdn.example/a.jpg', width: 600, height: 800, alt: 'Ruth Skirt' })
})

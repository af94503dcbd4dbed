import { expect, test } from 'vitest'
import { availabilityOf } from '#features/catalogue/availability.ts'
import { parseProduct } from '#features/catalogue/product.ts'
import { shop } from '#shop'
import { productHead } from '../product-head.ts'
import { feedText, feedXml, materialOf } from './feed.ts'

const now = new Date('2026-11-20T12:00:00Z')
const settings = {
  now,
  siteUrl: 'https://shop.example',
  launchAt: new Date('2025-01-01T00:00:00Z'),
  closing: { closed: false, until: null as Date | null, reason: '' },
  zones: shop.zones,
  productionDays: 10,
  daysOff: [],
}

function garment(columns: object = {}) {
  return parseProduct({
    id: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    name: 'Ruth Skirt',
    slug: 'ruth-skirt',
    description: 'A skirt.',
    price: 128,
    sizes: ['8-10', '10-12'],
    pictures: [{ url: '/storage/v1/object/public/product-images/a.jpg' }, { url: 'https://cdn.example/b.jpg?x=1&y=2' }],
    colour: 'Flax',
    fabric: '100% linen',
    active: true,
    is_preorder: false,
    created_at: '2026-01-01T00:00:00Z',
    ...columns,
  })
}

function feedOf(columns: object = {}, isFull = false): string[] {
  const text = feedXml([garment(columns)], { ...settings, isFull: () => isFull })
  wellFormed(text)
  return text.match(/<item>[\s\S]*?<\/item>/g) ?? []
}

const fieldOf = (item: string | undefined, name: string) =>
  new RegExp(`<g:${name}>(.*?)</g:${name}>`, 's').exec(item ?? '')?.[1]

/** Every tag is closed in order, and every `&` begins an entity of XML. */
function wellFormed(text: string): void {
  const open: string[] = []
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z_:0-9]+)(?:\s[^<>]*)?>/gi)) {
    if (slash) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
  expect(text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
  expect(text.replaceAll(/<\/?[a-z_:0-9]+(?:\s[^<>]*)?>|<\?xml[^<>]*\?>/gi, '')).not.toMatch(/[<>]/)
}

/** The requirements of Google's product data specification for clothing. */
const asked = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'brand',
  'condition',
  'identifier_exists',
  'google_product_category',
  'size',
  'color',
  'gender',
  'age_group',
  'material',
  'shipping',
] as const

test('each size of a product is an entry with all the attributes that shopping channels require of clothing', () => {
  const items = feedOf()
  expect(items).toHaveLength(2)
  for (const item of items) for (const name of asked) expect(fieldOf(item, name), name).toBeTruthy()
  expect(items.map((item) => fieldOf(item, 'size'))).toEqual(['8-10', '10-12'])
  expect(new Set(items.map((item) => fieldOf(item, 'id'))).size).toBe(2)
  expect(new Set(items.map((item) => fieldOf(item, 'item_group_id'))).size).toBe(1)
  const [item = ''] = items
  expect([fieldOf(item, 'price'), fieldOf(item, 'identifier_exists')]).toEqual(['128.00 GBP', 'no'])
  expect(fieldOf(item, 'google_product_category')).toBe('1581')
  expect(fieldOf(item, 'product_type')).toBe('Women &gt; Clothing &gt; Skirts')
  expect(fieldOf(item, 'additional_image_link')).toBe('https://cdn.example/b.jpg?x=1&amp;y=2')
  // From £120 delivery in the United Kingdom is free; each other zone has its price.
  expect(item).toContain('<g:shipping><g:country>GB</g:country><g:price>0.00 GBP</g:price></g:shipping>')
  expect(item).toContain('<g:shipping><g:country>FR</g:country><g:price>14.95 GBP</g:price></g:shipping>')
  expect(item).toContain('<g:shipping><g:country>US</g:country><g:price>22.95 GBP</g:price></g:shipping>')
})

test('made to order is in stock, a pre-order has its dispatch date, and a sold-out one is out of stock', () => {
  expect(fieldOf(feedOf()[0], 'availability')).toBe('in_stock')
  const live = { is_preorder: true, preorder_end_date: '2026-11-27T12:00:00Z' }
  expect(fieldOf(feedOf(live)[0], 'availability')).toBe('preorder')
  // Ten working days after Friday 27 November.
  expect(fieldOf(feedOf(live)[0], 'availability_date')).toBe('2026-12-11T00:00Z')
  expect(fieldOf(feedOf(live, true)[0], 'availability')).toBe('out_of_stock')
  const over = { is_preorder: true, preorder_end_date: '2026-11-19T12:00:00Z' }
  expect(fieldOf(feedOf(over)[0], 'availability')).toBe('in_stock')
  // A pre-order that is over was full: it is made to order again.
  expect(fieldOf(feedOf(over, true)[0], 'availability')).toBe('in_stock')
})

test('page and feed say the same availability of a garment, in every state of it and of the shop', () => {
  const states = [
    {},
    { is_preorder: true, preorder_end_date: '2026-11-27T12:00:00Z' },
    { is_preorder: true, preorder_end_date: '2026-11-19T12:00:00Z' },
  ]
  const shops = [
    settings,
    { ...settings, closing: { closed: true, until: new Date('2026-12-01T09:00:00Z'), reason: '' } },
    { ...settings, closing: { closed: true, until: null, reason: '' } },
    { ...settings, launchAt: new Date('2026-12-01T09:00:00Z') },
  ]
  const seen = new Set<string>()
  for (const shopNow of shops) {
    for (const columns of states) {
      for (const isFull of [false, true]) {
        const product = garment(columns)
        const xml = feedXml([product], { ...shopNow, isFull: () => isFull })
        const availability = availabilityOf(product, { isFull, now }, shopNow)
        const head = productHead(product, { endsAt: null, handlingDays: 10, availability }, shopNow)
        const { offers } = (head.jsonLd?.[0] ?? {}) as { offers: Record<string, string> }
        const [onPage, ships] = [offers.availability ?? '', offers.availabilityStarts]
        const words: Record<string, string> = { InStock: 'in_stock', PreOrder: 'preorder', OutOfStock: 'out_of_stock' }
        const inFeed = fieldOf(xml, 'availability') ?? ''
        expect(words[onPage.replace('https://schema.org/', '')]).toBe(inFeed)
        expect(fieldOf(xml, 'availability_date')?.slice(0, 10)).toBe(ships)
        expect(head.offer?.availability).toBe(inFeed.replaceAll('_', ' '))
        seen.add(inFeed)
        if (shopNow !== settings) expect(inFeed).toBe('out_of_stock')
      }
    }
  }
  expect(seen).toEqual(new Set(['in_stock', 'preorder', 'out_of_stock']))
})

test('the feed as tab-separated text has the same products and values as the XML, one line for each size', () => {
  const description = 'A "good" skirt.\n\nWith\ttabs, and a second line.'
  const text = feedText([garment({ description })], { ...settings, isFull: () => false })
  const [heading = '', ...lines] = text.trimEnd().split('\n')
  const names = heading.split('\t')
  expect(lines).toHaveLength(2)
  expect(new Set(names).size).toBe(names.length)
  for (const name of asked) expect(names).toContain(name)
  for (const line of lines) expect(line.split('\t')).toHaveLength(names.length)
  const cellOf = (line: string | undefined, name: string) => line?.split('\t')[names.indexOf(name)]
  const items = feedOf()
  for (const name of ['id', 'title', 'price', 'availability', 'size', 'max_handling_time', 'google_product_category']) {
    expect(lines.map((line) => cellOf(line, name))).toEqual(items.map((item) => fieldOf(item, name)))
  }
  expect(cellOf(lines[0], 'description')).toBe('"A ""good"" skirt. With tabs, and a second line."')
  expect(cellOf(lines[0], 'product_type')).toBe('Women > Clothing > Skirts')
  expect(cellOf(lines[0], 'additional_image_link')).toBe('https://cdn.example/b.jpg?x=1&y=2')
  expect(cellOf(lines[0], 'shipping')).toMatch(/^GB:::0\.00 GBP,(.+,)?FR:::14\.95 GBP,/)
  expect(cellOf(lines[0], 'availability_date')).toBe('')
  const live = { is_preorder: true, preorder_end_date: '2026-11-27T12:00:00Z' }
  const [, preorder] = feedText([garment(live)], { ...settings, isFull: () => false }).split('\n')
  expect([cellOf(preorder, 'availability'), cellOf(preorder, 'availability_date')]).toEqual([
    'preorder',
    '2026-12-11T00:00Z',
  ])
})

test.each([
  ['Crêpe: 96% polyester, 4% elastane. Bodice lining: 100% cotton.', 'polyester/elastane'],
  ['100% linen, washed. Waistband interlining: 100% cotton.', 'linen'],
  ['Outer: 20 % polyamide, 80 % wool; lining: 100 % viscose', 'wool/polyamide'],
  ['37.5% linen, 62.5% cotton', 'cotton/linen'],
  ['Soft linen from Ireland.', null],
  ['', null],
  [null, null],
])('the fabric %j gives the material %j', (fabric, material) => {
  expect(materialOf(fabric)).toBe(material)
})

test('with any product name, the feed stays XML and its ids short enough', () => {
  const hostile = `<![CDATA[ ]]> & "quoted" 'single' \u0000\u0008\uffff \ud800 ${'é'.repeat(80)}`
  const sizes = ['<one>', 'One size, fits all of them there are', '大', '小']
  const items = feedOf({
    name: hostile,
    description: `${hostile}\n`.repeat(60),
    colour: hostile,
    fabric: hostile,
    sizes,
  })
  expect(items).toHaveLength(4)
  const ids = items.map((item) => fieldOf(item, 'id') ?? '')
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(50)
})

test('however sizes are written, each has a unique id of at most fifty characters', () => {
  const sizes = ['8/10', '810', '8-10', 'Made to measure, short', 'Made to measure, long', 'Ü', 'Ж']
  const ids = feedOf({ sizes }).map((item) => fieldOf(item, 'id') ?? '')
  expect(new Set(ids).size).toBe(sizes.length)
  expect(feedOf({ sizes: sizes.toReversed() }).map((item) => fieldOf(item, 'id'))).toEqual(ids.toReversed())
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9-]{1,50}$/)
})

test('the price is the early one until the pre-order ends', () => {
  const early = { is_preorder: true, preorder_reason: 'price', preorder_price: 98 }
  const priceAt = (ms: number) =>
    fieldOf(feedOf({ ...early, preorder_end_date: new Date(now.getTime() + ms).toISOString() })[0], 'price')
  expect([1, 0, -1].map(priceAt)).toEqual(['98.00 GBP', '128.00 GBP', '128.00 GBP'])
})

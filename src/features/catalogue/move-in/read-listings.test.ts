import { expect, test } from 'vitest'
import { firstKinds } from '#features/settings/kinds.ts'
import { formatCsv } from '#platform/csv.ts'
import { changeShop } from '#shop'
import { sizes } from '#shop-sizes'
import { readListings } from './read-listings.ts'

const read = (rows: string[][]) => readListings(formatCsv(rows), firstKinds)

const newHead = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Type', 'Tags', 'Published on online store', 'Status', 'SKU'],
  ...['Option1 name', 'Option1 value', 'Option2 name', 'Option2 value', 'Price', 'Compare-at price'],
  ...[
    'Product image URL',
    'Image position',
    'Image alt text',
    'Variant image URL',
    'Gift card',
    'Price / International',
  ],
]
const oldHead = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Status', 'Variant SKU'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Variant Price', 'Variant Compare At Price'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Variant Image', 'Gift Card'],
]
const cdn = 'https://cdn.shopify.com/s/files/1'

const newFile = [
  newHead,
  ...[
    [
      ...['Mary Dress', 'mary-dress', '<p>Linen &amp; silk.</p><p>To the <b>ankle</b>.</p>', 'Us', 'Dresses', 'linen'],
      ...['TRUE', 'active', 'M-8', 'Size', '8–10', '', '', '89.00', '120.00'],
      ...[`${cdn}/a.jpg`, '2', 'Back', '', 'FALSE', '99.00'],
    ],
    [
      '',
      'mary-dress',
      '',
      '',
      '',
      '',
      '',
      '',
      'M-10',
      '',
      '10-12',
      '',
      '',
      '95.50',
      '',
      `${cdn}/b.jpg`,
      '1',
      '',
      '',
      '',
      '',
    ],
    ['', 'mary-dress', '', '', '', '', '', '', '', '', '', '', '', '', '', `${cdn}/b.jpg`, '3', 'Again', '', '', ''],
  ],
]

test('a file of Shopify’s columns since 2025 makes a garment with sizes, its highest price and its pictures in order', async () => {
  const { format, listings, leftOut, ignored, hasComparePrices } = await read(newFile)
  expect({ format, leftOut, hasComparePrices }).toEqual({ format: 'shopify', leftOut: [], hasComparePrices: true })
  expect(ignored).toEqual(['SKU', 'Compare-at price', 'Price / International'])
  expect(listings).toEqual([
    {
      ...{ row: 2, key: 'mary-dress', handle: 'mary-dress', slug: 'mary-dress', name: 'Mary Dress' },
      description: 'Linen & silk.\n\nTo the ankle.',
      ...{ pricePence: 9550, sizes: ['8-10', '10-12'], colour: null, kinds: ['dress'] },
      ...{ fabric: null, care: null, modestyNotes: null, length: null, modelLine: null },
      pictures: [
        { url: `${cdn}/b.jpg`, alt: 'Again' },
        { url: `${cdn}/a.jpg`, alt: 'Back' },
      ],
      notes: ['Its sizes have several prices there and one here: the highest.'],
    },
  ])
})

test('a size by the name that the owner gave it is the shop’s size', async () => {
  changeShop({ sizeChart: sizes.map((row) => (row.size === '10-12' ? { ...row, name: 'Medium' } : row)) })
  try {
    const { listings } = await read(newFile.map((row) => row.map((cell) => (cell === '10-12' ? 'medium' : cell))))
    expect(listings[0]?.sizes).toEqual(['8-10', '10-12'])
  } finally {
    changeShop({})
  }
})

test('a file of Shopify’s columns before 2025 makes the same, and one garment for each colour with its own picture', async () => {
  const { format, listings } = await read([
    oldHead,
    ...[
      [
        ...['ruth-skirt', 'Ruth Skirt', '<ul><li>Lined</li></ul>', 'Us', 'Skirt', '', 'true', 'active', ''],
        ...['Size', 'S', 'Color', 'Oat', '60', '', `${cdn}/oat.jpg`, '1', 'In oat', `${cdn}/oat.jpg`, 'false'],
      ],
      ['ruth-skirt', '', '', '', '', '', '', '', '', '', 'M', '', 'Oat', '60', '', `${cdn}/navy.jpg`, '2', '', '', ''],
      [
        ...['ruth-skirt', '', '', '', '', '', '', '', '', '', 'S', '', 'Navy', '60', ''],
        ...[`${cdn}/both.jpg`, '3', '', `${cdn}/navy.jpg`, ''],
      ],
    ],
  ])
  expect(format).toBe('shopify-old')
  expect(
    listings.map(({ name, slug, key, colour, sizes, kinds }) => ({ name, slug, key, colour, sizes, kinds })),
  ).toEqual([
    ...[
      {
        name: 'Ruth Skirt, Oat',
        slug: 'ruth-skirt-oat',
        key: 'ruth-skirt / Oat',
        colour: 'Oat',
        sizes: ['S', 'M'],
        kinds: ['skirt'],
      },
    ],
    ...[
      {
        name: 'Ruth Skirt, Navy',
        slug: 'ruth-skirt-navy',
        key: 'ruth-skirt / Navy',
        colour: 'Navy',
        sizes: ['S'],
        kinds: ['skirt'],
      },
    ],
  ])
  expect(listings.map(({ pictures }) => pictures.map(({ url }) => url.slice(cdn.length)))).toEqual([
    ['/oat.jpg', '/both.jpg'],
    ['/navy.jpg', '/both.jpg'],
  ])
  expect(listings[0]?.description).toBe('– Lined')
})

const etsyHead = [
  ...['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'TAGS', 'MATERIALS'],
  ...Array.from({ length: 10 }, (_, at) => `IMAGE${at + 1}`),
  ...['VARIATION 1 TYPE', 'VARIATION 1 NAME', 'VARIATION 1 VALUES', 'VARIATION 2 TYPE', 'VARIATION 2 NAME'],
  ...['VARIATION 2 VALUES', 'SKU'],
]
const etsyRow = (title: string, { currency = 'GBP', price = '75.00', variations = [] as string[] } = {}) => [
  ...[
    title,
    'Cut for &#39;you&#39;.\n\nLess than 3 < 4',
    price,
    currency,
    '5',
    'modest_dress,linen',
    'Linen,organic_cotton',
  ],
  ...['https://i.etsystatic.com/1/a.jpg', 'https://i.etsystatic.com/1/b.jpg', ...Array<string>(8).fill('')],
  ...variations,
]

test('a file of Etsy’s listings makes a garment of each row, with entities and choices read', async () => {
  const { format, listings, leftOut, ignored } = await read([
    etsyHead,
    etsyRow('Anna &quot;Abaya&quot; Dress', {
      variations: ['Custom Property', 'Size', '8-10,10-12', '', '', '', 'A1'],
    }),
    etsyRow('Dollar Dress', { currency: 'USD' }),
    etsyRow('Anna &quot;Abaya&quot; Dress'),
    etsyRow('Priceless Dress', { price: 'ask' }),
    etsyRow('Lydia Cape', { variations: ['Primary color', 'Colour', 'Navy,Oat', 'Length', 'Length', 'Long', ''] }),
  ])
  expect(format).toBe('etsy')
  expect(ignored).toEqual(['QUANTITY', 'SKU'])
  expect(leftOut).toEqual([
    { row: 3, value: 'Dollar Dress', why: 'Its price is in USD; this shop’s are in pounds.' },
    { row: 4, value: 'Anna "Abaya" Dress', why: 'Row 2 has the same title.' },
    { row: 5, value: 'Priceless Dress', why: '“ask” is no price.' },
  ])
  expect(listings.map(({ name, sizes, notes }) => ({ name, sizes, notes }))).toEqual([
    { name: 'Anna "Abaya" Dress', sizes: ['8-10', '10-12'], notes: [] },
    ...['Navy', 'Oat'].map((colour) => ({
      name: `Lydia Cape, ${colour}`,
      sizes: ['One size'],
      notes: [
        'It has no sizes there: “One size” here.',
        'The choice “Length” is left out: a garment here has sizes alone.',
        'One garment for each colour.',
      ],
    })),
  ])
  expect(listings[0]).toMatchObject({
    description: "Cut for 'you'.\n\nLess than 3 < 4",
    fabric: 'Linen, organic cotton',
    kinds: ['dress'],
    pictures: [{ url: 'https://i.etsystatic.com/1/a.jpg' }, { url: 'https://i.etsystatic.com/1/b.jpg' }],
  })
})

test('titles that are too long are shortened, and two that begin alike get addresses of their own', async () => {
  const long =
    'Modest maxi dress, long sleeves, made to order in British linen, for weddings, church, work and every day'
  const { listings } = await read([
    etsyHead,
    etsyRow(`${long}, in sage, with pockets`),
    etsyRow(`${long}, in oat, without pockets`),
  ])
  expect(listings.map(({ name }) => name)).toEqual([`${long}, in sage`, `${long}, in oat`])
  expect(new Set(listings.map(({ slug }) => slug)).size).toBe(2)
})

test('a file that is long, wide or full of choices is read in seconds, or refused', async () => {
  const long = await readListings(`Title,URL handle,Price\n${'A,a,1\n'.repeat(100_000)}`, firstKinds)
  expect(long.listings.map(({ name }) => name)).toEqual(['A'])
  const headings = Array.from({ length: 10_000 }, (_, at) => `h${at}`).join(',')
  const wide = await readListings(`Title,URL handle,Price,${headings}\n${'A,a,1\n'.repeat(20_000)}`, firstKinds)
  expect([wide.listings.length, wide.ignored]).toEqual([1, []])

  const values = Array.from({ length: 17 }, (_, at) => `v${at}`).join(',')
  const choices = { 'VARIATION 1 NAME': 'Size', 'VARIATION 2 NAME': 'Colour', 'VARIATION 3 NAME': 'Length' }
  const many = [1, 2, 3].map((at) => [`VARIATION ${at} VALUES`, values])
  const head = [...etsyHead, 'VARIATION 3 NAME', 'VARIATION 3 VALUES']
  const row = (title: string, cells: object) => {
    const typed: Record<string, string> = { TITLE: title, PRICE: '89', CURRENCY_CODE: 'GBP', ...cells }
    return head.map((name) => typed[name] ?? '')
  }
  const rows = (count: number, cells: object) =>
    read([head, ...Array.from({ length: count }, (_, at) => row(`Dress ${at}`, cells))])
  await expect(rows(100, { ...choices, ...Object.fromEntries(many) })).rejects.toThrow('too many combinations')
  await expect(rows(200, { 'VARIATION 1 NAME': 'Colour', 'VARIATION 1 VALUES': values })).rejects.toThrow('2,000')
})

test('gift cards, archived products and rows without a title make nothing', async () => {
  const row = (title: string, handle: string, status: string, gift: string) =>
    newHead.map(
      (name) => ({ Title: title, 'URL handle': handle, Status: status, 'Gift card': gift, Price: '10' })[name] ?? '',
    )
  const { listings, leftOut } = await read([
    newHead,
    row('Voucher', 'voucher', 'active', 'TRUE'),
    row('Old Dress', 'old-dress', 'archived', ''),
    row('', 'nameless', 'active', ''),
  ])
  expect(listings).toEqual([])
  expect(leftOut.map(({ row, why }) => [row, why])).toEqual([
    [2, 'Gift cards are not garments.'],
    [3, 'It is archived there.'],
    [4, 'It has no title.'],
  ])
})

test('descriptions become plain text: no markup, no script, no address of a link', async () => {
  const rows = structuredClone(newFile)
  const first = rows[1] as string[]
  first[2] = '<script>alert(1)</script><a href="javascript:alert(1)">Sizes</a><img src=x onerror=alert(1)>&lt;b&gt;'
  const { listings } = await read(rows)
  expect(listings[0]?.description).toBe('Sizes<b>')
})

test.each([
  ['', 'This file is empty.'],
  ['Sale Date,Order ID,Full Name\n1,2,3', 'neither Shopify’s nor Etsy’s'],
])('another file is refused: %j', async (csv, words) => {
  await expect(readListings(csv, firstKinds)).rejects.toThrow(words)
})

test('weights come with their sizes, and 0 grams is none', async () => {
  const { listings, ignored } = await read([
    ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Grams', 'Variant Price'],
    ['mary', 'Mary', 'Size', '8-10', '420.0', '89'],
    ['mary', '', '', '10-12', '460', '89'],
    ['mary', '', '', '12-14', '460', '89'],
    ['ruth', 'Ruth', 'Size', '8-10', '0', '60'],
    ['scarf', 'Scarf', 'Title', 'Default Title', '90', '25'],
  ])
  expect(ignored).toEqual([])
  expect(listings.map(({ weights }) => weights)).toEqual([
    { weight_grams: 460, size_grams: { '8-10': 420 } },
    undefined,
    { weight_grams: 90, size_grams: {} },
  ])
})

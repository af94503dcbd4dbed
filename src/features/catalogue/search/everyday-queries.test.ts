import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openingGarments } from '../opening-garments.ts'
import { parseProduct } from '../product.ts'
import { listSizes } from '../sizes/size-chart.ts'
import { findGarments } from './find-garments.ts'
import { readWords } from './read-words.ts'
import { buildIndex } from './search-index.ts'
import { viewIndex } from './shop-view.ts'

const now = new Date('2026-06-01T12:00:00Z')

/** The opening catalogue as rows. */
const rows = openingGarments.map((garment, at) => ({
  ...{ id: garment.slug, name: garment.name, slug: garment.slug, kind: garment.kind, price: garment.pricePence / 100 },
  ...{ colour: garment.colour, fabric: garment.fabric, description: garment.description, measures: garment.measures },
  ...{
    features: garment.features ?? [],
    modesty_notes: garment.modestyNotes,
    sizes: garment.sizes ?? listSizes().map(({ size }) => size),
  },
  ...{ active: true, is_preorder: false, created_at: new Date(2026, 0, at + 1).toISOString() },
}))
const index = buildIndex(rows.map((row) => parseProduct(row)))

/** The shop page that these words lead to, after its redirects; the path of another page. */
function open(words: string, shown = index) {
  let params = new URLSearchParams({ q: words })
  for (;;) {
    const view = viewIndex(shown, { params, now, sizes: listSizes().map(({ size }) => size) })
    if (!('moved' in view)) return { ...view, slugs: view.products.map(({ slug }) => slug) }
    if (!view.moved.startsWith('/shop')) return view.moved
    params = new URLSearchParams(view.moved.split('?')[1])
  }
}

function find(words: string, shown = index) {
  const found = open(words, shown)
  if (typeof found === 'string') throw new Error(`“${words}” leads to ${found}`)
  return found
}

// What people type, with the number of garments that are found and those that come first. A row may change only to what
// a customer would call better.
test.each([
  ['modest dress', 9, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['black dress', 1, 'naomi-abaya'],
  ['long skirt', 2, 'ruth-skirt, lydia-pleated-skirt'],
  // Not the shirt dress for a “parents’ evening”.
  ['evening dress', 2, 'esther-gown, elizabeth-dress'],
  ['size 18', 14, 'mary-dress, ruth-skirt, esther-gown'],
  ['dress', 9, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['dresses', 9, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['mray', 1, 'mary-dress'],
  ['emerald', 2, 'mary-dress, priscilla-kaftan'],
  ['floral', 1, 'miriam-tiered-dress'],
  ['rebecca', 1, 'rebekah-cape'],
  ['church', 9, 'mary-dress, abigail-shirt-dress'],
  ['work', 3, 'abigail-shirt-dress, hannah-blouse, deborah-coat'],
  ['sale', 14, 'mary-dress, ruth-skirt, esther-gown'],
  ['20', 14, 'mary-dress, ruth-skirt, esther-gown'],
  ['nursing dress', 2, 'miriam-tiered-dress, priscilla-kaftan'],
  ['mary', 1, 'mary-dress'],
  ['mry dres', 1, 'mary-dress'],
  ['máry dréss', 1, 'mary-dress'],
  ['Mary-Dress!', 1, 'mary-dress'],
  ['ruth skirt', 1, 'ruth-skirt'],
  ['hannah', 1, 'hannah-blouse'],
  ['esther', 1, 'esther-gown'],
  ['sara', 1, 'sarah-wrap-dress'],
  ['lidia', 1, 'lydia-pleated-skirt'],
  ['skirts', 2, 'ruth-skirt, lydia-pleated-skirt'],
  ['skrit', 2, 'ruth-skirt, lydia-pleated-skirt'],
  ['coats', 2, 'deborah-coat, rebekah-cape'],
  ['abbaya', 1, 'naomi-abaya'],
  ['abayas', 1, 'naomi-abaya'],
  ['caftan', 1, 'priscilla-kaftan'],
  ['caftn', 1, 'priscilla-kaftan'],
  ['gown', 1, 'esther-gown'],
  ['evening gown', 1, 'esther-gown'],
  ['wedding', 3, 'esther-gown'],
  ['tops', 1, 'hannah-blouse'],
  ['jacket', 2, 'deborah-coat, rebekah-cape'],
  ['wool coat', 2, 'deborah-coat, rebekah-cape'],
  ['long coat', 2, 'deborah-coat, rebekah-cape'],
  ['warm', 3, 'rebekah-cape, deborah-coat'],
  ['summer dress', 4, 'miriam-tiered-dress, anna-linen-dress'],
  ['cape', 1, 'rebekah-cape'],
  ['shirt dress', 1, 'abigail-shirt-dress'],
  ['wrap dress', 1, 'sarah-wrap-dress'],
  ['pleats', 1, 'lydia-pleated-skirt'],
  ['tiered', 2, 'miriam-tiered-dress, ruth-skirt'],
  ['a-line', 1, 'anna-linen-dress'],
  ['the linen dress', 1, 'anna-linen-dress'],
  // No garment is silk: a polyester skirt that suits “a silk blouse” is no nearer to it than the viscose is.
  ['silk', 2, 'miriam-tiered-dress, priscilla-kaftan'],
  ['cashmere coat', 2, 'deborah-coat, rebekah-cape'],
  ['cotton', 2, 'hannah-blouse, abigail-shirt-dress'],
  ['crepe', 4, 'mary-dress'],
  ['green', 2, 'mary-dress, priscilla-kaftan'],
  ['green dress', 2, 'mary-dress, priscilla-kaftan'],
  ['dark green', 2, 'mary-dress, priscilla-kaftan'],
  ['forest green', 1, 'mary-dress'],
  ['sage', 1, 'priscilla-kaftan'],
  ['navy dress', 1, 'elizabeth-dress'],
  ['gray', 1, 'rebekah-cape'],
  ['purple', 2, 'esther-gown, lydia-pleated-skirt'],
  ['burgundy', 2, 'esther-gown, lydia-pleated-skirt'],
  ['red dress', 2, 'miriam-tiered-dress, sarah-wrap-dress'],
  ['cream', 1, 'hannah-blouse'],
  ['white blouse', 1, 'hannah-blouse'],
  ['terracota', 1, 'miriam-tiered-dress'],
  ['camel', 1, 'deborah-coat'],
  ['maxi dress', 8, 'mary-dress, miriam-tiered-dress, sarah-wrap-dress'],
  ['midi dress', 1, 'abigail-shirt-dress'],
  ['full length skirt', 2, 'ruth-skirt, lydia-pleated-skirt'],
  ['long sleeve linen', 1, 'anna-linen-dress'],
  ['lined dress', 2, 'elizabeth-dress, esther-gown'],
  ['dress with pockets', 2, 'mary-dress, naomi-abaya'],
  ['breastfeeding', 2, 'miriam-tiered-dress, priscilla-kaftan'],
  ['maternity', 2, 'miriam-tiered-dress, priscilla-kaftan'],
  ['size 16-18 dress', 9, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['12', 14, 'mary-dress, ruth-skirt, esther-gown'],
  ['UK 12 skirt', 2, 'ruth-skirt, lydia-pleated-skirt'],
  ['12-14', 14, 'mary-dress, ruth-skirt, esther-gown'],
  ['blue dress 160 cm', 2, 'abigail-shirt-dress, elizabeth-dress'],
  ['velvet abaya', 2, 'naomi-abaya, elizabeth-dress'],
  ['skirt under £65', 1, 'ruth-skirt'],
  ['black skirt', 0, ''],
  ['bicycle', 0, ''],
  // The text of another kind of garment only mentions these: a cape for when “a shawl isn’t enough”.
  ['hijab', 0, ''],
  ['shoes', 0, ''],
  ['cardigan', 1, 'hannah-blouse'],
  ['jumper', 1, 'hannah-blouse'],
  ['belt', 2, 'mary-dress, abigail-shirt-dress'],
  ['midi skirt', 3, 'ruth-skirt, lydia-pleated-skirt'],
  ['dress and skirt', 11, 'mary-dress'],
  ['shirtdress', 1, 'abigail-shirt-dress'],
  ['maxidresses', 8, 'mary-dress'],
  ['bridesmaid dresses', 2, 'esther-gown, elizabeth-dress'],
  ['wedding guest', 3, 'esther-gown'],
  ['hanukkah', 3, 'esther-gown'],
  ['christmas dress', 2, 'esther-gown, elizabeth-dress'],
  ['tznius dress', 9, 'mary-dress'],
  ['xl', 14, 'mary-dress'],
  ['XL dress', 9, 'mary-dress, abigail-shirt-dress'],
  ['size m skirt', 2, 'ruth-skirt, lydia-pleated-skirt'],
  ['xxl', 14, 'mary-dress'],
  ['extra small', 14, 'mary-dress'],
  ['€20', 14, 'mary-dress'],
  ['£20', 14, 'mary-dress'],
  ['20 pounds', 14, 'mary-dress'],
  ['coat £200', 2, 'deborah-coat, rebekah-cape'],
  ['dress 5 ft 10', 9, 'mary-dress'],
  ['size 10 in navy', 1, 'elizabeth-dress'],
  ['dress -green', 7, 'abigail-shirt-dress, miriam-tiered-dress'],
  ['-pockets dress', 7, 'abigail-shirt-dress'],
  ['pre-order', 0, ''],
] as const)('“%s” finds %i, first %s', (words, count, first) => {
  const { slugs } = find(words)
  expect(slugs.slice(0, first.split(', ').length).join(', ')).toBe(first)
  expect(slugs).toHaveLength(count)
})

test.each([
  ['samples', '/samples'],
  ['Fabric swatches', '/samples'],
  ['size guide', '/size-guide'],
  ['returns', '/returns-refunds'],
  ['where is my order', '/find-order'],
  ['Where’s my order?', '/find-order'],
  ['track my parcel', '/find-order'],
  ['how do I return', '/returns-refunds'],
  ['faq', '/faq'],
  ['FAQs', '/faq'],
  ['frequently asked questions', '/faq'],
  ['delivery', '/faq#delivery'],
  ['how long does delivery take?', '/faq#delivery'],
  ['contact', '/contact'],
  ['How can I contact you?', '/contact'],
  ['about us', '/about'],
  ['terms and conditions', '/terms-conditions'],
  ['privacy policy', '/privacy-policy'],
  ['size chart', '/size-guide'],
  ['wishlist', '/saved'],
  ['log in', '/login'],
  ['cancel my order', '/find-order'],
  ['withdraw from a contract', '/withdraw'],
])('“%s” leads to %s', (words, path) => {
  expect(open(words)).toBe(path)
})

test.each([
  ['modest dress', '9 garments for “modest dress”', null],
  ['mry dres', '1 garment for “mary dress”', 'No results for “mry dres”. Showing “mary dress”.'],
  ['rebecca', '1 garment for “rebecca”', null],
  ['emerald', '2 garments', 'No results for “emerald”. These are the nearest we make.'],
  ['jacket', '2 garments', 'No results for “jacket”. These are the nearest we make.'],
  ['20', '14 garments', 'Our sizes run from 8–10 to 16–18, so we have no size 20. These come in the nearest, 16–18.'],
  ['sale', '14 garments', 'Nothing is reduced just now: these are our usual prices.'],
  ['silk', '2 garments', 'No results for “silk”. These are the nearest we make.'],
  [
    'xl',
    '14 garments',
    'Our sizes are UK sizes by number: XL is mostly 16–18. Each garment’s page has the measurements.',
  ],
  [
    'size m skirt',
    '2 garments',
    'Our sizes are UK sizes by number: M is mostly 10–12 and 12–14. Each garment’s page has the measurements.',
  ],
  ['xxl', '14 garments', 'Our sizes run from 8–10 to 16–18, so we have no size XXL. These come in the nearest, 16–18.'],
  [
    'xxxl',
    '14 garments',
    'Our sizes run from 8–10 to 16–18, so we have no size XXXL. These come in the nearest, 16–18.',
  ],
  ['€20', '14 garments', 'Our prices run from £54.00 to £176.00.'],
  ['£20', '14 garments', 'Our prices run from £54.00 to £176.00.'],
  ['modest', '14 garments', '“modest” describes all our garments, so here they all are.'],
  [
    'dress 160cm',
    '9 garments for “dress 160cm”',
    'Each garment’s page gives its length and measurements, so we left heights and figures out.',
  ],
  ['velvet abaya', '2 garments for “velvet abaya”', 'No garment matches all of these words. These match some.'],
  ['bicycle', 'No garments for “bicycle”', null],
  ['leather jacket', '2 garments', 'No garment matches all of these words. These are the nearest we make.'],
  [
    '5 ft 4',
    '14 garments',
    'Each garment’s page gives its length and measurements, so we left heights and figures out.',
  ],
  ['black skirt', 'No garments', null],
])('“%s” says “%s” and %s', (words, status, note) => {
  expect(find(words)).toMatchObject({ status, note })
})

test('a sale finds the garments with an early price, while they have one', () => {
  const early = { is_preorder: true, preorder_end_date: '2026-06-08T12:00:00Z', preorder_reason: 'price' }
  const reduced = rows.map((row) =>
    parseProduct(row.id === 'ruth-skirt' ? { ...row, ...early, preorder_price: 50 } : row),
  )
  const { slugs, note } = find('sale', buildIndex(reduced))
  expect({ slugs, note }).toEqual({
    slugs: ['ruth-skirt'],
    note: 'These have an early price until their pre-order closes.',
  })
})

test('where the catalogue has nothing that is searched, the nearest garments are shown', () => {
  const { ways, nearest } = find('black skirt')
  expect(ways.map(({ words }) => words)).toEqual(['Black', '“skirt”'])
  expect(nearest.map(({ slug }) => slug)).toEqual(['ruth-skirt', 'lydia-pleated-skirt', 'naomi-abaya'])
})

// Words of real language that the catalogue does not have: better nothing than another word.
test.each([
  'wood',
  'boat',
  'lace',
  'leather',
  'tartan',
  'suit',
  'hood',
  'sari',
  'corset',
  'boots',
  'bag',
  'gift card',
  'fur',
  'zara',
  'bar mitzvah',
  'christmas',
])('“%s” is not taken for another word', (words) => {
  expect(findGarments(index.words(), readWords(index, words)).meant).toBeNull()
})

test('words that are left out leave garments out, and words for a whole shop leave out none', () => {
  expect(find('coat without pockets').slugs).toEqual(['rebekah-cape'])
  expect(find('not green dress').slugs).not.toContain('mary-dress')
  for (const words of ['the', 'with a', 'women’s clothing', '!!!', '%', '\\', '–']) {
    expect(find(words).slugs, words).toHaveLength(14)
  }
})

test('a letter finds the names and colours that begin with it', () => {
  expect(find('e').slugs.toSorted()).toEqual(['elizabeth-dress', 'esther-gown'])
})

test('the name of a garment finds it, whatever its words mean elsewhere', () => {
  const [first, ...others] = rows
  const named = buildIndex([{ ...first, name: 'Green Size Ten Sale' }, ...others].map((row) => parseProduct(row)))
  expect(find('green size ten sale', named).slugs[0]).toBe('mary-dress')
})

test('any text gets each garment at most once', () => {
  const hostile = fc
    .array(fc.constantFrom('a', 'dress', 'no', "'", '\\', '–', '1e5', '20', 'é', '\0', '\ud800', ' '))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 250, unit: 'binary' }), hostile), (words) => {
      const { ids } = findGarments(index.words(), readWords(index, words))
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('a typing error in any name finds what the name finds', () => {
  const names = [...new Set(rows.map(({ name }) => name.split(' ')[0] ?? ''))]
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), (name, place) => {
      const at = 1 + (place % (name.length - 2))
      const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
      expect(find(swapped).slugs[0], swapped).toBe(find(name).slugs[0])
    }),
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { lengthText } from '../measures.ts'
import { openingGarments as garments } from '../opening-garments.ts'
import { searchApi } from './search.api.ts'
import { viewShop } from './shop-view.ts'

let api: ShopApi

beforeAll(async () => {
  api = await startShopApi({ routes: () => (app) => app.route('/functions/v1', searchApi()) })
  for (const [at, garment] of garments.entries()) {
    const { name, slug, kind, pricePence, description, colour, fabric, modestyNotes, features, measures } = garment
    await api.db.product({
      ...{ name, slug, kind, description, colour, fabric, features, price: pricePence / 100 },
      length: lengthText(measures),
      modesty_notes: modestyNotes,
      created_at: new Date(2026, 0, at + 1),
    })
  }
})
afterAll(() => api[Symbol.asyncDispose]())

/** The garments of the shop page that these words lead to, by their slugs. */
async function find(q: string): Promise<string[]> {
  let params = new URLSearchParams({ q })
  for (;;) {
    const given = { backend: api.client(), now: new Date('2026-06-01T12:00:00Z'), sizes: ['8-10', '10-12'] }
    const seen = await viewShop({ ...given, params })
    if (!('moved' in seen)) return seen.products.map(({ slug }) => slug)
    params = new URLSearchParams(seen.moved.split('?')[1])
  }
}

// What people type, with the number of garments that were found and the garments that came first on 28 November 2026. A
// row may change only to what a customer would call better.
test.each([
  ['modest dress', 2, 'mary-dress, elizabeth-dress'],
  ['black dress', 0, ''],
  ['long skirt', 1, 'abigail-shirt-dress'],
  ['evening dress', 1, 'abigail-shirt-dress'],
  ['size 18', 2, 'miriam-tiered-dress, elizabeth-dress'],
  ['dress', 7, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['mray', 3, 'mary-dress, ruth-skirt, rebekah-cape'],
  ['emerald', 0, ''],
  ['floral', 0, ''],
  ['rebecca', 0, ''],
  ['samples', 0, ''],
  ['church', 0, ''],
  ['work', 1, 'naomi-abaya'],
  ['sale', 1, 'priscilla-kaftan'],
  ['mary', 1, 'mary-dress'],
  ['mry dres', 1, 'mary-dress'],
  ['máry dréss', 1, 'mary-dress'],
  ['ruth skirt', 1, 'ruth-skirt'],
  ['hannah', 1, 'hannah-blouse'],
  ['esther', 1, 'esther-gown'],
  ['skirts', 6, 'ruth-skirt, lydia-pleated-skirt, mary-dress'],
  ['skrit', 6, 'ruth-skirt, lydia-pleated-skirt, mary-dress'],
  ['abbaya', 1, 'naomi-abaya'],
  ['abayas', 1, 'naomi-abaya'],
  ['caftan', 1, 'priscilla-kaftan'],
  ['caftn', 1, 'priscilla-kaftan'],
  ['evening gown', 2, 'esther-gown, abigail-shirt-dress'],
  ['wedding', 2, 'mary-dress, esther-gown'],
  ['tops', 3, 'hannah-blouse, lydia-pleated-skirt, elizabeth-dress'],
  ['wool coat', 2, 'deborah-coat, rebekah-cape'],
  ['cape', 2, 'rebekah-cape, esther-gown'],
  ['shirt dress', 1, 'abigail-shirt-dress'],
  ['wrap dress', 1, 'sarah-wrap-dress'],
  ['pleats', 1, 'lydia-pleated-skirt'],
  ['tiered', 2, 'miriam-tiered-dress, ruth-skirt'],
  ['the linen dress', 1, 'anna-linen-dress'],
  ['silk', 1, 'lydia-pleated-skirt'],
  ['cotton', 8, 'hannah-blouse, abigail-shirt-dress, mary-dress'],
  ['green', 2, 'mary-dress, priscilla-kaftan'],
  ['green dress', 1, 'mary-dress'],
  ['dark green', 2, 'mary-dress, priscilla-kaftan'],
  ['forest green', 1, 'mary-dress'],
  ['sage', 1, 'priscilla-kaftan'],
  ['navy dress', 1, 'elizabeth-dress'],
  ['gray', 1, 'rebekah-cape'],
  ['purple', 2, 'esther-gown, lydia-pleated-skirt'],
  ['burgundy', 2, 'esther-gown, lydia-pleated-skirt'],
  ['red dress', 7, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['cream', 2, 'hannah-blouse, miriam-tiered-dress'],
  ['white blouse', 1, 'hannah-blouse'],
  ['terracota', 1, 'miriam-tiered-dress'],
  ['camel', 4, 'deborah-coat, ruth-skirt, anna-linen-dress'],
  ['maxi dress', 1, 'elizabeth-dress'],
  ['long sleeve linen', 2, 'anna-linen-dress, ruth-skirt'],
  ['lined dress', 2, 'elizabeth-dress, deborah-coat'],
  ['dress with pockets', 2, 'mary-dress, deborah-coat'],
  ['breastfeeding', 2, 'miriam-tiered-dress, priscilla-kaftan'],
  ['size 16-18 dress', 7, 'mary-dress, abigail-shirt-dress, miriam-tiered-dress'],
  ['blue dress 160 cm', 2, 'abigail-shirt-dress, elizabeth-dress'],
  ['velvet abaya', 2, 'naomi-abaya, elizabeth-dress'],
] as const)('“%s” finds %i, first %s', async (words, count, first) => {
  const slugs = await find(words)
  expect(slugs.slice(0, 3).join(', ')).toBe(first)
  expect(slugs).toHaveLength(count)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { lengthText } from '../measures.ts'
import { openingGarments as garments } from '../opening-garments.ts'
import { searchProducts } from './search-products.ts'

let db: TestDatabase
const names = new Map<string, string>()

beforeAll(async () => {
  db = await testDatabase()
  for (const [
    at,
    { name, slug, pricePence, description, colour, fabric, modestyNotes, measures },
  ] of garments.entries()) {
    const { id } = await db.product({
      ...{ name, slug, description, colour, fabric, price: pricePence / 100 },
      length: lengthText(measures),
      modesty_notes: modestyNotes,
      created_at: new Date(2026, 0, at + 1),
    })
    names.set(id, name)
  }
  await db.product({ name: 'Zipporah Poncho', active: false })
})
afterAll(() => db[Symbol.asyncDispose]())

async function search(words: string) {
  const { ids, match, meant, left } = await db.asService((tx) => searchProducts(tx, words))
  return { match, meant, left, names: ids.map((id) => names.get(id) ?? 'unknown') }
}

test('a name finds its garment first, in any case, with an accent, an ending or a typing error', async () => {
  for (const words of ['Mary Dress', 'MARY dresses', 'mary', 'máry dréss', 'mry dres', 'mray dress', 'Mary-Dress!']) {
    expect((await search(words)).names[0], words).toBe('Mary Dress')
  }
  expect((await search('mry dres')).meant).toBe('mary dress')
  expect((await search('mary')).meant).toBeNull()
})

test.each([
  ['terracota', 'Miriam Tiered Dress'],
  ['abbaya', 'Naomi Abaya'],
  ['abayas', 'Naomi Abaya'],
  ['caftan', 'Priscilla Kaftan'],
  ['kaftan', 'Priscilla Kaftan'],
  ['caftn', 'Priscilla Kaftan'],
  ['skrit', 'Ruth Skirt'],
  ['forest green', 'Mary Dress'],
  ['pleats', 'Lydia Pleated Skirt'],
  ['wool coat', 'Deborah Coat'],
  ['the linen dress', 'Anna Linen Dress'],
])('“%s” finds %s first', async (words, name) => {
  expect((await search(words)).names[0]).toBe(name)
})

test('a single letter matches the start of a name or a colour', async () => {
  expect((await search('e')).names.sort()).toEqual(['Elizabeth Dress', 'Esther Gown'])
})

test('garments must match all words; if none does, the result is marked as partial', async () => {
  const dresses = await search('linen dress')
  expect(dresses.match).toBe('all')
  expect(dresses.names).not.toContain('Naomi Abaya')
  expect(await search('velvet abaya')).toMatchObject({ match: 'some' })
  expect((await search('velvet abaya')).names[0]).toBe('Naomi Abaya')
  expect(await search('xyzzyplugh')).toEqual({ match: 'none', meant: null, left: null, names: [] })
})

test('figures and units are not searched, and are reported as left out', async () => {
  const blue = await search('blue dress')
  expect(blue.names).toHaveLength(2)
  expect(await search('blue dress 160 cm')).toEqual({ ...blue, left: '160 cm' })
  expect(await search('blue dress 63in')).toEqual({ ...blue, left: '63in' })
  expect(await search('160')).toEqual({ match: 'anything', meant: null, left: '160', names: [] })
})

test('a word that most garments have makes no match beside a rarer one', async () => {
  const { match, names: found } = await search('long sleeve linen')
  const linen = await search('linen')
  expect(match).toBe('some')
  expect(found.toSorted()).toEqual(linen.names.toSorted())
  expect(found.length).toBeLessThan(5)
})

test('a search without words or with stop words alone searches nothing', async () => {
  for (const words of ['', '   ', 'the', 'with a', '!!!', '%', "'", '\\', '\0', '–']) {
    expect((await search(words)).match, JSON.stringify(words)).toBe('anything')
  }
})

test('a search finds a garment only while it is active', async () => {
  expect((await search('zipporah')).match).toBe('none')
  const id = [...names].find(([, name]) => name === 'Rebekah Cape')?.[0] ?? ''
  const set = (columns: { active?: boolean; name?: string }) =>
    db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
  await set({ active: false })
  expect((await search('rebekah')).names).toEqual([])
  await set({ active: true, name: 'Rebecca Cape' })
  expect((await search('rebecca')).names).toEqual(['Rebekah Cape'])
  await db.asService((tx) => tx.deleteFrom('products').where('id', '=', id).execute())
  expect((await search('rebecca')).match).toBe('none')
})

test('any text gets a result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ maxLength: 250, unit: 'binary' }), hostile), async (words) => {
      const { ids } = await db.asService((tx) => searchProducts(tx, words))
      return new Set(ids).size === ids.length
    }),
    { numRuns: 15 },
  )
})

const hostile = fc
  .array(
    fc.constantFrom(
      'a',
      'dress',
      "'",
      '"',
      '\\',
      ':*',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<->',
      '\0',
      '\ud800',
      'é',
      '–',
      '1e5',
    ),
  )
  .map((parts) => parts.join(''))

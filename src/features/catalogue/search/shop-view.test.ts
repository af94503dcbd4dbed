import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstKinds } from '#features/settings/kinds.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { viewShop } from './shop-view.ts'

let api: ShopApi

beforeAll(async () => {
  api = await startShopApi()
  const garments = [
    { name: 'Mary Dress', slug: 'mary', kind: 'dress', colour: 'Forest green', price: 89, sizes: ['8-10', '10-12'] },
    { name: 'Ruth Skirt', slug: 'ruth', kind: 'skirt', colour: 'Oat', price: 62, sizes: ['10-12'] },
    {
      name: 'Anna Dress',
      slug: 'anna',
      kind: 'dress',
      colour: 'Oat',
      price: 86,
      sizes: ['16-18'],
      is_preorder: true,
      preorder_end_date: new Date('2026-07-01'),
    },
  ]
  for (const [at, each] of garments.entries()) await api.db.product({ ...each, created_at: new Date(2026, 0, at + 1) })
  await api.db.product({ name: 'Hidden', colour: 'Puce', active: false })
})
afterAll(() => api[Symbol.asyncDispose]())

function view(search: string, shelf: string[] = [], kinds = firstKinds) {
  const params = new URLSearchParams(search)
  const now = new Date('2026-06-01T12:00:00Z')
  return viewShop({ backend: api.client(), params, now, sizes: ['8-10', '10-12'], shelf, kinds })
}

async function shown(search: string, shelf: string[] = [], kinds = firstKinds) {
  const seen = await view(search, shelf, kinds)
  if ('moved' in seen) throw new Error(`moved to ${seen.moved}`)
  return { ...seen, names: seen.products.map(({ name }) => name) }
}

test('without parameters the page lists every active garment, oldest first', async () => {
  const { names, status, narrowed, form } = await shown('utm_source=instagram')
  expect(names).toEqual(['Mary Dress', 'Ruth Skirt', 'Anna Dress'])
  expect({ status, narrowed }).toEqual({ status: '3 garments', narrowed: false })
  expect(form.choices.colour.map(({ name }) => name)).toEqual(['Beige', 'Green'])
  expect(form.range).toBe('Our prices run from £62.00 to £89.00.')
})

test('the owner’s shelf orders Featured alone, of all garments, of a kind and of a filter', async () => {
  const idOf = async (slug: string) => (await shown('')).products.find((product) => product.slug === slug)?.id ?? ''
  const gone = crypto.randomUUID()
  const shelf = [await idOf('anna'), gone, await idOf('mary')]
  expect((await shown('', shelf)).names).toEqual(['Anna Dress', 'Mary Dress', 'Ruth Skirt'])
  expect((await shown('kind=dresses', shelf)).names).toEqual(['Anna Dress', 'Mary Dress'])
  expect((await shown('size=10-12', shelf)).names).toEqual(['Mary Dress', 'Ruth Skirt'])
  for (const other of ['sort=newest', 'sort=price-up', 'sort=price-down', 'q=dress']) {
    expect((await shown(other, shelf)).names, other).toEqual((await shown(other)).names)
  }
  const nothing = await shown('q=zzzzzz', shelf)
  expect(nothing.nearest.map(({ name }) => name)).toEqual(['Anna Dress', 'Ruth Skirt', 'Mary Dress'])
})

test('a garment is of several kinds, which the owner names and orders; a link to a former name leads to the new one', async () => {
  const evening = {
    id: 'evening',
    name: 'Evening dress',
    plural: 'Evening',
    hasHem: true,
    slug: 'evening',
    former: ['gowns'],
  }
  const kinds = [evening, ...firstKinds]
  await api.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ kinds: ['dress', 'evening'] })
      .where('slug', '=', 'anna')
      .execute(),
  )
  const seen = await shown('kind=evening', [], kinds)
  expect(seen).toMatchObject({ names: ['Anna Dress'], kind: { plural: 'Evening' } })
  expect(seen.kinds.map(({ name }) => name)).toEqual(['All', 'Evening', 'Dresses', 'Skirts'])
  expect((await shown('kind=dresses', [], kinds)).names).toEqual(['Mary Dress', 'Anna Dress'])
  expect((await shown('q=evening+dress', [], kinds)).names[0]).toBe('Anna Dress')
  expect(await view('kind=gowns&size=16-18', [], kinds)).toEqual({ moved: '/shop?kind=evening&size=16-18' })
  expect(await view('kind=evening')).toEqual({ moved: '/shop' })
})

test('words, filters and a sort order combine, and the texts describe the result', async () => {
  expect((await shown('q=dres&size=8-10')).names).toEqual(['Mary Dress'])
  expect((await shown('q=dress&sort=price-up')).names).toEqual(['Anna Dress', 'Mary Dress'])
  const mistyped = await shown('q=ana+drss')
  expect(mistyped.names).toEqual(['Anna Dress'])
  expect(mistyped.note).toBe('No results for “ana drss”. Showing “anna dress”.')
  expect(mistyped.status).toBe('1 garment for “anna dress”')
  expect((await shown('q=the')).names).toHaveLength(3)
})

test('a kind has a page of its own, and the links to the kinds keep the filters', async () => {
  const skirts = await shown('kind=skirts')
  expect(skirts).toMatchObject({ names: ['Ruth Skirt'], narrowed: false, kind: { plural: 'Skirts' } })
  expect(skirts.form.active).toEqual([])
  const dresses = await shown('kind=dresses&colour=green')
  expect(dresses).toMatchObject({ names: ['Mary Dress'], narrowed: true })
  expect(dresses.kinds).toEqual([
    { name: 'All', to: '/shop?colour=green', isCurrent: false },
    { name: 'Dresses', to: '/shop?kind=dresses&colour=green', isCurrent: true },
    { name: 'Skirts', to: '/shop?kind=skirts&colour=green', isCurrent: false },
  ])
  expect(dresses.form.clear).toBe('/shop?kind=dresses')
  const none = await shown('kind=skirts&colour=green')
  expect(none.ways.map(({ words, to }) => [words, to])).toEqual([
    ['“Skirts”', '/shop?colour=green'],
    ['Green', '/shop?kind=skirts'],
  ])
  expect(none.everything).toBe('/shop')
})

test('without results the page suggests searches with one filter less, and the garments that these find', async () => {
  const { status, ways, nearest } = await shown('q=dress&size=8-10&colour=beige')
  expect(status).toBe('No garments')
  expect(ways.map(({ words, count }) => [words, count])).toEqual([
    ['Size 8–10', 1],
    ['Beige', 1],
  ])
  expect(nearest.map(({ name }) => name)).toEqual(['Anna Dress', 'Mary Dress'])
})

test('a search without results and without filters has no suggestions', async () => {
  const { ways, nearest } = await shown('q=zzzz')
  expect(ways).toEqual([])
  expect(nearest[0]?.name).toBe('Anna Dress')
})

test.each([
  ['q=16+%E2%80%93+18', '/shop?size=16-18'],
  ['q=UK+size+10-12+dress&size=8-10', '/shop?q=dress&size=10-12'],
  ['size=%00&colour=puce&min=abc&page=-1&q=++', '/shop'],
  ['q=&size=&min=&max=&sort=', '/shop'],
  ['min=90&max=60', '/shop?min=60&max=90'],
  ['colour=oat&size=10-12', '/shop?size=10-12&colour=beige'],
  ['q=green+dress', '/shop?q=dress&colour=green'],
  ['kind=hats', '/shop'],
  ['kind=tops', '/shop'],
  ['sort=newest&kind=skirts&kind=dresses', '/shop?kind=skirts&sort=newest'],
  ['page=9', '/shop'],
  ['sort=price-up&page=0', '/shop?sort=price-up'],
])('the address ?%s leads to %s', async (search, moved) => {
  expect(await view(search)).toEqual({ moved })
})

test('a page lists two hundred garments, and the next page the rest', async () => {
  await api.db.asService((tx) =>
    tx
      .insertInto('products')
      .values(
        Array.from({ length: 198 }, (_, at) => ({ name: `Garment ${at}`, slug: `garment-${at}`, price: pounds(50) })),
      )
      .execute(),
  )
  expect(await view('')).toMatchObject({ page: 1, pages: 2, previous: null, next: '/shop?page=2' })
  const second = await view('sort=newest&page=2')
  expect(second).toMatchObject({ page: 2, next: null, previous: '/shop?sort=newest' })
  expect('products' in second && second.products).toHaveLength(1)
})

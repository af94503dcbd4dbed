import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pence } from '#base/money.ts'
import { garmentFeatures } from '../choices.ts'
import { kinds } from '../kinds.ts'
import { parseProduct } from '../product.ts'
import { clearFilters, filterProducts, listActiveFilters, withoutUnknown } from './filter-products.ts'
import { buildIndex } from './search-index.ts'
import {
  choiceName,
  defaultParams,
  namedLength,
  namedLengths,
  readSearchParams,
  type SearchParams,
  shopPath,
  sorts,
} from './search-params.ts'
import { viewIndex } from './shop-view.ts'

const read = (search: string) => readSearchParams(new URLSearchParams(search))
const words = fc.string({ unit: 'binary', maxLength: 60 })
const choices = fc.uniqueArray(words.map(choiceName).filter(Boolean), { maxLength: 5 }).map((ids) => ids.sort())
const price = fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((amount) => amount as Pence))
const search: fc.Arbitrary<SearchParams> = fc
  .record({
    q: words.map((q) => read(new URLSearchParams({ q }).toString()).q),
    kind: fc.option(fc.constantFrom(...kinds.map(({ id }) => id))),
    size: choices,
    length: fc.subarray(namedLengths.map(({ id }) => id)),
    colour: choices,
    feature: fc.subarray(garmentFeatures.map(({ id }) => id)),
    min: price,
    max: price,
    preorder: fc.boolean(),
    sort: fc.option(fc.constantFrom(...sorts)),
    page: fc.integer({ min: 1, max: 999_999 }),
  })
  .filter(({ min, max }) => min === null || max === null || min <= max)

test('a search has one URL, and the URL gives the same search', () => {
  fc.assert(
    fc.property(search, (params) => {
      const address = shopPath(params)
      expect(read(address.slice('/shop'.length))).toEqual(params)
      expect(address).not.toMatch(/=(?:&|$)/)
    }),
  )
})

test('any query is parsed, and its canonical URL parses to the same search', () => {
  const names = ['q', 'kind', 'size', 'length', 'colour', 'feature', 'min', 'max', 'preorder', 'sort', 'page', 'x']
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), words)), (pairs) => {
      const params = readSearchParams(new URLSearchParams(pairs))
      expect(read(shopPath(params).slice('/shop'.length))).toEqual(params)
    }),
  )
})

test('invalid parameters are ignored, and reversed prices are swapped', () => {
  const garbage =
    'q=++&kind=Hats!&feature=silk&size=%00&size=&length=neck&colour=%3Cb%3E&min=abc&max=-3&preorder=yes&sort=up&page=-1&utm_source=x'
  expect(read(garbage)).toEqual(defaultParams)
  expect(shopPath(read('max=50&min=£1,200.5'))).toBe('/shop?min=50&max=1200.50')
  expect(
    shopPath(
      read(
        'page=1&sort=newest&feature=pockets&feature=lined&kind=skirts&colour=sage&q=+linen++dress+&size=8-10&colour=oat&size=8-10',
      ),
    ),
  ).toBe('/shop?q=linen+dress&kind=skirts&size=8-10&colour=oat&colour=sage&feature=lined&feature=pockets&sort=newest')
})

test.each([
  ['143 cm from the nape to the hem', 'ankle'],
  ['102 cm from the waist to the hem', 'ankle'],
  ['61 cm from the nape to the hem', 'hip'],
  ['117 cm from the nape to the hem', 'calf'],
  ['107 cm from the nape to the hem', 'knee'],
  ['75 cm from the waist to the hem', 'calf'],
  ['56 inches from shoulder to hem', 'ankle'],
  ['Mid-calf', 'calf'],
  ['To the floor', 'ankle'],
  ['Just below the knee', 'knee'],
  ['140cm', 'ankle'],
  ['102 cm', null],
  ['Long', null],
  ['', null],
  [null, null],
])('a length of %j is called %j', (written, name) => {
  expect(namedLength(written)).toBe(name)
})

function garment(id: string, columns: object) {
  const plain = { name: id, slug: id, description: '', price: 50, sizes: ['8-10'], active: true, is_preorder: false }
  return parseProduct({ id, ...plain, created_at: `2026-01-0${id}T00:00:00+00:00`, ...columns })
}

const index = buildIndex([
  garment('1', {
    kind: 'dress',
    colour: 'Sage',
    sizes: ['8-10', '10-12'],
    price: 89,
    length: 'ankle',
    features: ['lined', 'pockets'],
  }),
  garment('2', {
    kind: 'top',
    colour: 'Forest green',
    sizes: ['10-12'],
    price: 54,
    length: 'hip',
    features: ['lined'],
  }),
  garment('3', { colour: 'Ivory and navy', sizes: ['One size'], price: 120, is_preorder: true }),
])

function find(params: Partial<SearchParams>, ids: string[] | null = null) {
  const chosen = filterProducts({
    index,
    search: { ...defaultParams, ...params },
    found: ids,
    isLive: ({ product }) => product.isPreorder,
    sizes: ['8-10', '10-12'],
  })
  const counts = (group: 'size' | 'length' | 'colour' | 'feature') =>
    Object.fromEntries(chosen.choices[group].map(({ id, count }) => [id, count]))
  return { ids: chosen.garments.map(({ product }) => product.id).join(''), counts, choices: chosen.choices }
}

test('each count is the choice’s products given the other groups, and a choice with none is still listed', () => {
  const { ids, counts, choices } = find({ colour: ['green'] })
  expect(ids).toBe('12')
  expect(counts('colour')).toEqual({ white: 1, blue: 1, green: 2 })
  expect(counts('size')).toEqual({ '8-10': 1, '10-12': 2, 'one-size': 0 })
  expect(counts('length')).toEqual({ hip: 1, ankle: 1 })
  expect(choices.preorder).toMatchObject({ count: 0, chosen: false })
  expect(choices.size.map(({ name }) => name)).toEqual(['8-10', '10-12', 'One size'])
})

test('choices in a group combine with or, groups with and, and the sort order applies', () => {
  expect(find({ colour: ['green', 'white'], size: ['10-12', 'one-size'] }).ids).toBe('123')
  expect(find({ min: 5400 as Pence, max: 8900 as Pence }).ids).toBe('12')
  expect(find({ preorder: true }).ids).toBe('3')
  expect(find({ sort: 'newest' }).ids).toBe('321')
  expect(find({ sort: 'price-up' }).ids).toBe('213')
  expect(find({ sort: 'price-down' }).ids).toBe('312')
  expect(find({}, ['3', '1', 'gone']).ids).toBe('31')
  expect(find({ kind: 'tops' }).ids).toBe('2')
  expect(find({ kind: 'tops' }).counts('colour')).toEqual({ white: 0, blue: 0, green: 1 })
})

test('features add up, and a further one counts the garments that have both', () => {
  expect(find({}).counts('feature')).toEqual({ lined: 2, pockets: 1 })
  expect(find({ feature: ['lined'] }).ids).toBe('12')
  expect(find({ feature: ['lined'] }).counts('feature')).toEqual({ lined: 2, pockets: 1 })
  expect(find({ feature: ['lined', 'pockets'] }).ids).toBe('1')
})

test.each([
  ['green', '/shop?colour=green'],
  ['green dress', '/shop?q=dress&colour=green'],
  ['dark green dress', '/shop?q=dress&colour=green'],
  ['Greens', '/shop?q=Greens'],
  ['dress in green and white', '/shop?q=dress&colour=green&colour=white'],
  ['red dress', '/shop?q=red+dress'],
  ['fully lined dress with pockets', '/shop?q=dress&feature=lined&feature=pockets'],
  ['lined, with pockets', '/shop?feature=lined&feature=pockets'],
  ['not lined', '/shop?q=not+lined'],
  ['unlined', '/shop?q=unlined'],
  ['nursing dress', '/shop?q=nursing+dress'],
  ['size 10-12 green', '/shop?size=10-12&colour=green'],
  ['dress size 12', '/shop?q=dress&size=10-12'],
  ['UK 9', '/shop?size=8-10'],
  ['10', '/shop?size=10-12&size=8-10'],
  ['8/10 lined', '/shop?size=8-10&feature=lined'],
  ['EU 38 dress', '/shop?q=dress&size=10-12&size=8-10'],
  ['us size 4', '/shop?size=8-10'],
  ['size 20', '/shop?q=size+20'],
  ['10 cm', '/shop?q=10+cm'],
  ['5’4', '/shop?q=5%E2%80%994'],
  ['off-white top', '/shop?q=top&colour=white'],
  ['dress under £100', '/shop?q=dress&max=100'],
  ['dress £100.50', '/shop?q=dress&max=100.50'],
  ['dress under £1,000', '/shop?q=dress&max=1000'],
  ['dress less than £100', '/shop?q=dress&max=100'],
  ['under 80 pounds, lined', '/shop?feature=lined&max=80'],
  ['new in', '/shop?sort=newest'],
])('the search words “%s” become %s', (q, address) => {
  const seen = viewIndex(index, { params: new URLSearchParams({ q }), now: new Date('2026-06-01'), sizes: [] })
  expect('moved' in seen ? seen.moved : seen.form.address).toBe(address)
})

test('choices that no garment has are ignored, and each active filter can be removed', () => {
  const params = withoutUnknown(
    read(
      'q=linen&size=10-12&size=99&colour=sage&colour=puce&length=hip&feature=lined&feature=nursing&min=50&preorder=1&kind=coats',
    ),
    index,
  )
  expect([params.size, params.colour, params.feature, params.kind]).toEqual([['10-12'], ['green'], ['lined'], null])
  expect(listActiveFilters(params, index).map(({ words, without }) => [words, shopPath(without)])).toEqual([
    ['“linen”', '/shop?size=10-12&length=hip&colour=green&feature=lined&min=50&preorder=1'],
    ['Size 10–12', '/shop?q=linen&length=hip&colour=green&feature=lined&min=50&preorder=1'],
    ['To the hip', '/shop?q=linen&size=10-12&colour=green&feature=lined&min=50&preorder=1'],
    ['Green', '/shop?q=linen&size=10-12&length=hip&feature=lined&min=50&preorder=1'],
    ['Lined', '/shop?q=linen&size=10-12&length=hip&colour=green&min=50&preorder=1'],
    ['From £50', '/shop?q=linen&size=10-12&length=hip&colour=green&feature=lined&preorder=1'],
    ['Pre-order', '/shop?q=linen&size=10-12&length=hip&colour=green&feature=lined&min=50'],
  ])
  expect(shopPath(clearFilters({ ...params, kind: 'tops', sort: 'newest' }))).toBe('/shop?kind=tops&sort=newest')
})

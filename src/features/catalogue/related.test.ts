import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Product, parseProduct } from './product.ts'
import { listRelated } from './related.ts'

type Given = { price?: number; colour?: string | null; description?: string; active?: boolean }

function garment(name: string, { price = 100, colour = null, description = '', active = true }: Given = {}) {
  return parseProduct({
    id: name,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    description,
    price,
    sizes: ['8-10'],
    active,
    is_preorder: false,
    created_at: '2026-01-01T00:00:00Z',
    colour,
  })
}

const names = (garments: Product[]) => garments.map(({ name }) => name)

test('beside a blouse skirts come before other blouses, and beside a dress a cape comes first', () => {
  const [skirt, blouse, dress, cape, other] = [
    'Ruth Skirt',
    'Anna Blouse',
    'Mary Dress',
    'Dove Cape',
    'Leah Skirt',
  ].map((name) => garment(name)) as [Product, Product, Product, Product, Product]
  const all = [skirt, blouse, dress, cape, other]
  expect(names(listRelated(skirt, all))).toEqual(['Anna Blouse', 'Dove Cape', 'Leah Skirt', 'Mary Dress'])
  expect(names(listRelated(dress, all))[0]).toBe('Dove Cape')
  expect(names(listRelated(blouse, all)).slice(0, 2)).toEqual(['Leah Skirt', 'Ruth Skirt'])
})

test('instead of a skirt come skirts, however many there are', () => {
  const all = ['Anna Blouse', 'Leah Skirt', 'Dove Cape', 'Eve Skirt', 'Ida Culottes', 'Abby Skirt'].map((name) =>
    garment(name),
  )
  expect(names(listRelated(garment('Ruth Skirt'), all, 'instead'))).toEqual([
    'Abby Skirt',
    'Eve Skirt',
    'Leah Skirt',
    'Ida Culottes',
  ])
})

test('within one kind the same colour comes first, then shared words, then the nearest price', () => {
  const mary = garment('Mary Dress', { colour: 'Sage', description: 'Washed linen with a stand collar.' })
  const others = [
    garment('Eve Gown', { price: 101 }),
    garment('Leah Robe', { price: 150 }),
    garment('Abby Abaya', { price: 180, description: 'Linen with a stand collar and long cuffs.' }),
    garment('Ida Shift', { price: 170, colour: 'sage' }),
  ]
  expect(names(listRelated(mary, others))).toEqual(['Ida Shift', 'Abby Abaya', 'Eve Gown', 'Leah Robe'])
})

const kinds = ['Dress', 'Skirt', 'Blouse', 'Cape', 'Coat', 'Pinafore', 'Scarf', 'Thing']
const shops = fc
  .uniqueArray(
    fc.record({
      first: fc.constantFrom('Mary', 'Ruth', 'Leah', 'Anna', 'Esther'),
      kind: fc.constantFrom(...kinds),
      price: fc.integer({ min: 20, max: 400 }),
      colour: fc.option(fc.constantFrom('Sage', 'Oatmeal', 'Navy')),
      description: fc.constantFrom('Washed linen', 'Soft wool with a deep hem', 'Cotton lawn and a high collar', ''),
      active: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20, selector: ({ first, kind }) => `${first} ${kind}` },
  )
  .map((given) => given.map(({ first, kind, ...rest }) => garment(`${first} ${kind}`, rest)))

test('the result has up to four different garments, never itself and never an inactive one', () => {
  fc.assert(
    fc.property(shops, fc.nat(), (shop, at) => {
      const one = shop[at % shop.length] as Product
      const related = listRelated(one, shop)
      const possible = shop.filter(({ active, id }) => active && id !== one.id)
      expect(related).toHaveLength(Math.min(4, possible.length))
      expect(new Set(related).size).toBe(related.length)
      for (const each of related) expect(possible).toContain(each)
    }),
  )
})

test('the result does not depend on the order of the input', () => {
  fc.assert(
    fc.property(shops, fc.nat(), fc.infiniteStream(fc.nat()), (shop, at, draws) => {
      const one = shop[at % shop.length] as Product
      const shuffled = shop
        .map((each) => ({ each, draw: draws.next().value as number }))
        .sort((a, b) => a.draw - b.draw)
        .map(({ each }) => each)
      expect(names(listRelated(one, shuffled))).toEqual(names(listRelated(one, shop)))
    }),
  )
})

test('a third garment of one kind appears only if no other is left', () => {
  fc.assert(
    fc.property(shops, fc.nat(), (shop, at) => {
      const one = shop[at % shop.length] as Product
      const kindOf = ({ name }: Product) => name.split(' ')[1]
      const related = listRelated(one, shop)
      const counts = related.map((each) => related.filter((other) => kindOf(other) === kindOf(each)).length)
      const left = shop.filter((each) => each.active && each.id !== one.id && !related.includes(each))
      if (Math.max(0, ...counts) > 2) {
        for (const each of left) {
          const same = related.filter((other) => kindOf(other) === kindOf(each)).length
          expect(same).toBeGreaterThanOrEqual(2)
        }
      }
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openingGarments } from './opening-garments.ts'
import { type Product, parseProduct } from './product.ts'
import { listRelated } from './related.ts'

type Given = { price?: number; colour?: string | null; fabric?: string | null; length?: string; kind?: string } & {
  measures?: unknown
  active?: boolean
}

function garment(
  name: string,
  { price = 100, colour = null, active = true, fabric, length, kind, measures }: Given = {},
) {
  return parseProduct({
    ...{ fabric, length, kind, measures },
    id: name,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    description: '',
    price,
    sizes: ['8-10'],
    active,
    is_preorder: false,
    created_at: '2026-01-01T00:00:00Z',
    colour,
  })
}

const names = (garments: Product[]) => garments.map(({ name }) => name)

test('a linen dress gets linen and cotton dresses first, then other dresses of its length, and no coat', () => {
  const linen = garment('Anna Dress', { fabric: '100% linen, undyed.', length: '140 cm from the nape to the hem' })
  const others = [
    garment('Rebekah Cape', { fabric: 'Outer: 100% wool.', length: '140 cm from the nape to the hem' }),
    garment('Elizabeth Gown', {
      fabric: 'Velvet: 92% polyester, 8% elastane.',
      length: '140 cm from the nape to the hem',
    }),
    garment('Ida Gown', { fabric: '100% polyester.', length: '100 cm from the nape to the hem' }),
    garment('Ruth Skirt', { fabric: '100% linen.' }),
    garment('Abigail Shirt Dress', { fabric: '100% cotton poplin. Buttons: corozo.' }),
    garment('Eve Dress', { fabric: '30% cotton, 70% linen.' }),
  ]
  expect(names(listRelated(linen, others))).toEqual(['Eve Dress', 'Abigail Shirt Dress', 'Elizabeth Gown', 'Ida Gown'])
})

test('the kind its owner chose goes before the words of its name', () => {
  const coat = garment('Deborah Long', { kind: 'coat', fabric: '80% wool, 20% polyamide' })
  const others = [garment('Mary Dress', { fabric: '100% wool' }), garment('Dove', { kind: 'coat' })]
  expect(names(listRelated(coat, others))).toEqual(['Dove', 'Mary Dress'])
})

test('within one kind and cloth the same colour comes first, then the nearest price', () => {
  const mary = garment('Mary Dress', { colour: 'Sage' })
  const others = [
    garment('Eve Gown', { price: 101 }),
    garment('Leah Robe', { price: 150 }),
    garment('Ida Shift', { price: 170, colour: 'sage' }),
  ]
  expect(names(listRelated(mary, others))).toEqual(['Ida Shift', 'Eve Gown', 'Leah Robe'])
})

test('the opening garments: under a linen dress are dresses alone, the cotton one first', () => {
  const shop = openingGarments.map((each) => garment(each.name, each))
  const anna = shop.find(({ name }) => name === 'Anna Linen Dress') as Product
  const related = listRelated(anna, shop)
  expect(related[0]?.name).toBe('Abigail Shirt Dress')
  expect(related.map(({ kind }) => kind)).toEqual(['dress', 'dress', 'dress', 'dress'])
})

const kinds = ['Dress', 'Skirt', 'Blouse', 'Cape', 'Coat', 'Pinafore', 'Scarf', 'Thing']
const shops = fc
  .uniqueArray(
    fc.record({
      first: fc.constantFrom('Mary', 'Ruth', 'Leah', 'Anna', 'Esther'),
      kind: fc.constantFrom(...kinds),
      price: fc.integer({ min: 20, max: 400 }),
      colour: fc.option(fc.constantFrom('Sage', 'Oatmeal', 'Navy')),
      fabric: fc.constantFrom('100% linen', 'Outer: 100% wool. Lining: viscose', '60% cotton, 40% linen', null),
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

import { expect, test } from 'vitest'
import { parseProduct } from './product.ts'
import { relatedTo } from './related.ts'

function garment(name: string, { price = 100, colour = null as string | null } = {}) {
  return parseProduct({
    id: name,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    description: '',
    price,
    sizes: ['8-10'],
    active: true,
    is_preorder: false,
    created_at: '2026-01-01T00:00:00Z',
    colour,
  })
}

test('a garment is never related to itself, and at most four others are', () => {
  const all = ['A Dress', 'B Dress', 'C Dress', 'D Dress', 'E Dress', 'F Dress'].map((name) => garment(name))
  const [first] = all
  if (!first) throw new Error('no garments')
  expect(relatedTo(first, all).map(({ name }) => name)).toEqual(['B Dress', 'C Dress', 'D Dress', 'E Dress'])
})

test('the same kind and colour come first, then the nearest price', () => {
  const mary = garment('Mary Dress', { colour: 'Sage' })
  const others = [
    garment('Ruth Skirt', { price: 101 }),
    garment('Anna Coat', { price: 180 }),
    garment('Leah Dress', { price: 150 }),
    garment('Eve Dress', { price: 170, colour: 'Sage' }),
  ]
  expect(relatedTo(mary, others).map(({ name }) => name)).toEqual([
    'Eve Dress',
    'Leah Dress',
    'Ruth Skirt',
    'Anna Coat',
  ])
})

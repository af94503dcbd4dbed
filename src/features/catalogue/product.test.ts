import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { findProductBySlug, parseProduct } from './product.ts'

const row = {
  id: '6f1c7b0e-1a53-4f9e-9d2e-6b5f3f1f7f10',
  name: 'Mary Dress',
  slug: 'mary-dress',
  description: 'A dress.',
  price: 128,
  image_url: '/storage/v1/object/public/product-images/mary.jpg',
  pictures: [{ url: '/storage/v1/object/public/product-images/mary.jpg' }],
  sizes: ['8-10'],
  active: true,
  is_preorder: false,
  preorder_end_date: null,
  created_at: '2026-01-01T10:00:00+00:00',
}

test('a price in pounds becomes whole pence', () => {
  expect(parseProduct({ ...row, price: 74.5 }).pricePence).toBe(7450)
  expect(parseProduct({ ...row, price: 19.99 }).pricePence).toBe(1999)
})

test('a picture saved as a URL alone gets the garment’s name and the usual proportions', () => {
  expect(parseProduct(row).pictures).toEqual([
    { url: row.image_url, alt: 'Mary Dress', width: 1200, height: 1600, blur: null },
  ])
})

test('a picture has its own size, alternative text and blur', () => {
  const picture = { url: '/x.jpg', alt: 'Front', width: 900, height: 1200, blur: '#4c5b50,#ece4d6' }
  expect(parseProduct({ ...row, pictures: [picture] }).pictures).toEqual([picture])
  // Stored before November 2026: a picture of some 300 bytes.
  const older = { ...picture, blur: 'data:image/webp;base64,AA' }
  expect(parseProduct({ ...row, pictures: [older] }).pictures).toEqual([{ ...picture, blur: null }])
})

test('a garment with only the basic columns has no details and no pictures', () => {
  const product = parseProduct({ ...row, image_url: null, pictures: null })
  expect(product).toMatchObject({ imageUrl: null, pictures: [], fabric: null, productionDays: null, modelLine: null })
})

test('an invalid row is refused', () => {
  expect(() => parseProduct({ ...row, price: '128' })).toThrow()
  expect(() => parseProduct(null)).toThrow()
})

test('an invalid slug finds no garment, without a query', async () => {
  const fetch = () => Promise.reject(new Error('asked'))
  const backend = createClient('http://shop.internal', 'key', { global: { fetch } })
  for (const slug of ['\0', 'a\0', 'a'.repeat(9_000), 'a b', 'Mary-Dress', '-', '../x', '%', '"', '']) {
    expect(await findProductBySlug(backend, slug)).toBeNull()
  }
})

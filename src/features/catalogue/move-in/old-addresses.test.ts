import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { firstKinds } from '#features/settings/kinds.ts'
import { findNewAddress } from './old-addresses.ts'

const answer = { garments: { 'mary-dress': 'mary', 'ruth skirt': 'ruth-skirt' } }
const backend = createClient('http://shop.example', 'key', { global: { fetch: async () => Response.json(answer) } })
const leads = (path: string) =>
  findNewAddress(path, { backend, kinds: firstKinds, hasPage: (own) => own === '/bridesmaids' })

test.each([
  ['/products/mary-dress', '/product/mary'],
  ['/products/Mary-Dress', '/product/mary'],
  ['/products/ruth%20skirt', '/product/ruth-skirt'],
  ['/collections/summer/products/mary-dress', '/product/mary'],
  ['/products/never-there', null],
  ['/products/__proto__', null],
  ['/products/%E0%A4%A', null],
  ['/collections', '/shop'],
  ['/collections/all', '/shop'],
  ['/collections/dresses', '/shop?kind=dresses'],
  ['/pages/about-us', '/about'],
  ['/pages/bridesmaids', '/bridesmaids'],
  ['/pages/constructor', null],
  ['/policies/refund-policy', '/returns-refunds'],
  ['/blogs/news', null],
  ['/products', null],
])('%s of a Shopify shop leads to %s', async (path, expected) => {
  expect(await leads(path)).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageKey } from './page-key.ts'

test('a page is known by its path and the parameters it depends on, in one order', () => {
  expect(pageKey('/shop')).toBe('/shop')
  expect(pageKey('/shop?page=2')).toBe('/shop?page=2')
  expect(pageKey('/shop.data?_routes=a&page=2')).toBe(pageKey('/shop.data?page=2&_routes=a'))
})

test('where a visitor came from makes no other page', () => {
  expect(pageKey('/shop?utm_source=instagram&fbclid=abc')).toBe('/shop')
  expect(pageKey('/shop?page=2&utm_campaign=x')).toBe('/shop?page=2')
})

test('an address with a parameter nobody knows never comes from the cache', () => {
  expect(pageKey('/checkout/success?session_id=cs_1')).toBeNull()
  expect(pageKey('/shop?preview=1')).toBeNull()
  for (const odd of ['/about?page=2', '/shop?page=-1', '/shop?page=12345', '/shop?page=1x', '/shop?_routes=a']) {
    expect(pageKey(odd)).toBeNull()
  }
})

test('APIs are no pages', () => {
  for (const path of ['/rest/v1/products', '/auth/v1/user', '/webhooks/test', '/health/live', '/dev/mailbox']) {
    expect(pageKey(path)).toBeNull()
  }
  expect(pageKey('/development')).toBe('/development')
})

test('no address makes it throw, and a key never holds a parameter that is not meaningful', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
      const { pathname, search } = new URL(address)
      const key = pageKey(pathname + search)
      for (const name of new URLSearchParams(key?.split('?')[1]).keys()) expect(['page', '_routes']).toContain(name)
    }),
  )
})

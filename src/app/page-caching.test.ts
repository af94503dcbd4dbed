import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserCacheSeconds, pageKey, pageValidUntil } from './page-caching.ts'

test('no page is valid past the launch, because pages forbid indexing until then', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const launchAt = new Date('2026-11-21T15:00:00Z')
  const midnight = new Date('2026-11-22T00:00:00Z')
  const closing = { closed: false, until: null, reason: '' }
  expect(pageValidUntil(now, { launchAt, closing })).toEqual(launchAt)
  expect(pageValidUntil(launchAt, { launchAt, closing })).toEqual(midnight)
  expect(pageValidUntil(now, { launchAt: new Date('2026-12-01T18:00:00Z'), closing })).toEqual(midnight)
})

test('no page is valid past the moment when a closed shop sells again', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const until = new Date('2026-11-21T15:00:00Z')
  const midnight = new Date('2026-11-22T00:00:00Z')
  const launchAt = new Date('2025-10-30T18:00:00Z')
  const closed = { closed: true, until, reason: '' }
  expect(pageValidUntil(now, { launchAt, closing: closed })).toEqual(until)
  expect(pageValidUntil(until, { launchAt, closing: closed })).toEqual(midnight)
  expect(pageValidUntil(now, { launchAt, closing: { ...closed, closed: false } })).toEqual(midnight)
  // Closed beyond the opening: Home still appears at the opening.
  const opening = new Date('2026-11-21T14:00:00Z')
  expect(pageValidUntil(now, { launchAt: opening, closing: closed })).toEqual(opening)
})

test('the browser caches the data of a search, and of no other page', () => {
  const seconds = (path: string) => browserCacheSeconds(new URL(path, 'http://localhost'))
  expect(seconds('/shop.data?q=dress')).toBe(60)
  expect(seconds('/shop?q=dress')).toBe(0)
  expect(seconds('/about.data?q=dress')).toBe(0)
})

test('the key of a page is its path and the parameters it depends on, in one order', () => {
  expect(pageKey('/shop')).toBe('/shop')
  expect(pageKey('/shop?page=2')).toBe('/shop?page=2')
  expect(pageKey('/shop.data?_routes=a&page=2')).toBe(pageKey('/shop.data?page=2&_routes=a'))
})

test('the page of a garment is cached with a page of its older reviews', () => {
  expect(pageKey('/product/ruth-skirt?reviews=2&utm_source=x')).toBe('/product/ruth-skirt?reviews=2')
  expect(pageKey('/product/ruth-skirt.data?reviews=12')).toBe('/product/ruth-skirt.data?reviews=12')
  for (const other of ['reviews=1', 'reviews=02', 'reviews=x', 'reviews=100', 'reviews=2&reviews=3', 'page=2']) {
    expect(pageKey(`/product/ruth-skirt?${other}`)).toBeNull()
  }
  expect(pageKey('/shop?reviews=2')).toBeNull()
})

test('a page with one filter or one sort order is cached, a page with several or with a search is not', () => {
  for (const one of [
    'kind=skirts',
    'feature=lined',
    'size=8-10',
    'length=ankle',
    'colour=forest-green',
    'preorder=1',
    'sort=newest',
    'page=12',
  ]) {
    expect(pageKey(`/shop?${one}&fbclid=x`)).toBe(`/shop?${one}`)
    expect(pageKey(`/shop.data?_routes=a&${one}`)).toBe(`/shop.data?${['_routes=a', one].sort().join('&')}`)
  }
  for (const more of ['q=linen', 'size=8-10&size=10-12', 'colour=sage&sort=newest', 'page=2&sort=newest', 'min=50']) {
    expect(pageKey(`/shop?${more}`)).toBeNull()
  }
})

test('tracking parameters do not change the key', () => {
  expect(pageKey('/shop?utm_source=instagram&fbclid=abc')).toBe('/shop')
  expect(pageKey('/shop?page=2&utm_campaign=x')).toBe('/shop?page=2')
})

test('a URL with an unknown parameter never comes from the cache', () => {
  expect(pageKey('/checkout/success?session_id=cs_1')).toBeNull()
  expect(pageKey('/shop?preview=1')).toBeNull()
  for (const odd of ['/about?page=2', '/shop?page=-1', '/shop?page=12345', '/shop?page=1x', '/shop?_routes=a']) {
    expect(pageKey(odd)).toBeNull()
  }
})

test('APIs are not pages', () => {
  for (const path of ['/rest/v1/products', '/auth/v1/user', '/webhooks/test', '/health/live', '/dev/mailbox']) {
    expect(pageKey(path)).toBeNull()
  }
  expect(pageKey('/development')).toBe('/development')
})

test('no URL makes it throw, and a key has only parameters that change the page', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
      const { pathname, search } = new URL(address)
      const key = pageKey(pathname + search)
      for (const name of new URLSearchParams(key?.split('?')[1]).keys())
        expect([
          'page',
          'kind',
          'feature',
          'size',
          'length',
          'colour',
          'preorder',
          'sort',
          'reviews',
          '_routes',
        ]).toContain(name)
    }),
  )
})

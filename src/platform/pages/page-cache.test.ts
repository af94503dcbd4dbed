import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const headers: [string, string][] = [['Content-Type', 'text/html']]
const noon = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T13:00:00Z')

function pageOf(text: string, validUntil = later) {
  return { status: 200, headers, body: Buffer.from(text), validUntil }
}

function cacheAt(time = { now: noon, trusted: true }) {
  return { time, cache: createPageCache({ now: () => time.now, trusted: () => time.trusted }) }
}

test('a page is served until it expires and not a millisecond longer', () => {
  const { cache, time } = cacheAt()
  cache.put('/shop', cache.generation(), pageOf('the shop'))
  time.now = new Date(later.getTime() - 1)
  expect(cache.get('/shop')?.body.identity.toString()).toBe('the shop')
  time.now = later
  expect(cache.get('/shop')).toBeUndefined()
  expect(cache.size()).toEqual({ pages: 0, bytes: 0 })
})

test('a page whose rendering began before a change is not stored', () => {
  const { cache } = cacheAt()
  const before = cache.generation()
  cache.clear()
  cache.put('/shop', before, pageOf('an old price'))
  expect(cache.get('/shop')).toBeUndefined()
})

test('while changes cannot be received, nothing is served and nothing is stored', () => {
  const { cache, time } = cacheAt()
  cache.put('/shop', cache.generation(), pageOf('the shop'))
  time.trusted = false
  expect(cache.get('/shop')).toBeUndefined()
  cache.put('/about', cache.generation(), pageOf('about'))
  time.trusted = true
  expect(cache.get('/about')).toBeUndefined()
})

test('past the memory limit the oldest pages are evicted', () => {
  const { cache } = cacheAt()
  const big = 'x'.repeat(1024 * 1024)
  for (let page = 1; page <= 40; page += 1) cache.put(`/shop?page=${page}`, cache.generation(), pageOf(big))
  expect(cache.size().bytes).toBeLessThanOrEqual(24 * 1024 * 1024)
  expect(cache.get('/shop?page=1')).toBeUndefined()
  expect(cache.get('/shop?page=40')).toBeDefined()
})

test('requests for many queries of a page do not evict the page without a query', () => {
  const { cache } = cacheAt()
  const big = 'x'.repeat(1024 * 1024)
  cache.put('/shop', cache.generation(), pageOf(big))
  for (let page = 1; page <= 40; page += 1) cache.put(`/shop?page=${page}`, cache.generation(), pageOf(big))
  expect(cache.get('/shop')).toBeDefined()
})

test('compressed forms are added to a cached page, and its ETag depends on the content', async () => {
  const { cache } = cacheAt()
  cache.put('/shop', cache.generation(), pageOf('word '.repeat(1_000)))
  const tag = cache.get('/shop')?.etag
  await expect.poll(() => cache.get('/shop')?.body.br?.length ?? 0).toBeGreaterThan(0)
  cache.put('/shop', cache.generation(), pageOf('other '.repeat(1_000)))
  expect(cache.get('/shop')?.etag).not.toBe(tag)
})

const reads = [{ url: 'http://shop.internal/rest/v1/products', headers: [], digest: 'a' }]

test('after a change a page is served again only once it is confirmed, and one without its reads is dropped', () => {
  const { cache } = cacheAt()
  cache.put('/about', cache.generation(), { ...pageOf('about'), reads })
  cache.put('/sitemap.xml', cache.generation(), pageOf('addresses'))
  cache.change()
  expect([cache.get('/about'), cache.get('/sitemap.xml')]).toEqual([undefined, undefined])
  expect(cache.size().pages).toBe(1)
  const page = cache.unconfirmed('/about')
  if (!page) throw new Error('no page')
  cache.confirm('/about', cache.generation(), page)
  expect(cache.get('/about')).toBe(page)
  expect(cache.unconfirmed('/about')).toBeUndefined()
})

test('a page is not confirmed by what was read before another change, nor after it expired or was cleared', () => {
  const { cache, time } = cacheAt()
  cache.put('/about', cache.generation(), { ...pageOf('about'), reads })
  cache.change()
  const [before, page] = [cache.generation(), cache.unconfirmed('/about')]
  if (!page) throw new Error('no page')
  cache.change()
  cache.confirm('/about', before, page)
  expect(cache.get('/about')).toBeUndefined()
  time.now = later
  expect(cache.unconfirmed('/about')).toBeUndefined()
  time.now = noon
  cache.put('/about', cache.generation(), { ...pageOf('about'), reads })
  const again = cache.get('/about')
  cache.clear()
  if (again) cache.confirm('/about', cache.generation(), again)
  expect(cache.get('/about')).toBeUndefined()
})

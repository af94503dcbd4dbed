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

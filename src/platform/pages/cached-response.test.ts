import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CacheEntry, cachedResponse } from './cached-response.ts'

const page = Buffer.from('<p>A dress, made to order.</p>'.repeat(100))
const asked = (acceptEncoding?: string) => ({
  acceptEncoding,
  ifNoneMatch: undefined,
  accept: undefined,
  isSimple: true,
})
const header = (lines: string[], name: string) => lines[lines.indexOf(name) + 1]

test('the first request of an encoding is compressed too, and a smaller form replaces it with its length', () => {
  const entry: CacheEntry = { headers: [], body: { identity: page, isText: true }, etag: 'a' }
  const first = cachedResponse(entry, asked('gzip, br'))
  expect(header(first.lines, 'Content-Encoding')).toBe('br')
  expect(brotliDecompressSync(first.bytes ?? '')).toEqual(page)
  const zipped = cachedResponse(entry, asked('gzip'))
  expect(header(zipped.lines, 'Content-Encoding')).toBe('gzip')
  expect(gunzipSync(zipped.bytes ?? '')).toEqual(page)

  const smaller = Buffer.from('shorter')
  entry.body = { identity: page, br: smaller, gzip: smaller }
  const later = cachedResponse(entry, asked('br'))
  expect(later.bytes).toBe(smaller)
  expect(header(later.lines, 'Content-Length')).toBe(String(smaller.length))
})

test('a client without an encoding, a picture and a short text get the bytes as they are', () => {
  const entryOf = (body: CacheEntry['body']): CacheEntry => ({ headers: [], body, etag: 'a' })
  expect(cachedResponse(entryOf({ identity: page, isText: true }), asked()).bytes).toBe(page)
  expect(cachedResponse(entryOf({ identity: page, isText: true }), asked('br;q=0')).bytes).toBe(page)
  expect(cachedResponse(entryOf({ identity: page, isText: true }), asked('br; Q=0.000')).bytes).toBe(page)
  expect(cachedResponse(entryOf({ identity: page }), asked('br')).bytes).toBe(page)
  const short = Buffer.from('short')
  expect(cachedResponse(entryOf({ identity: short, isText: true }), asked('br')).bytes).toBe(short)
})

test('the names of encodings are read without regard to capitals', () => {
  const entry: CacheEntry = { headers: [], body: { identity: page, isText: true }, etag: 'a' }
  expect(header(cachedResponse(entry, asked('GZIP')).lines, 'Content-Encoding')).toBe('gzip')
})

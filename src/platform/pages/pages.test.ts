import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { type LoaderArgs, oneRoute } from '#tests/fixtures/one-route.ts'
import { createPageCache } from './page-cache.ts'
import { firstPictureContext, pageNotesContext } from './page-context.ts'
import { createPageKey } from './page-key.ts'
import { createPages } from './pages.ts'

const pageKey = createPageKey([{ path: /^\/shop(?:\.data)?$/, part: /^page=\d{1,3}$/, single: true }])

function pagesOf(
  loader: (args: LoaderArgs) => Response | Promise<Response>,
  { until = new Date('2026-11-22T00:00:00Z'), onRefusal = (): void => undefined } = {},
) {
  const now = () => new Date('2026-11-21T12:00:00Z')
  const cache = createPageCache({ now, trusted: () => true })
  const client = createClient('http://shop.internal', 'key')
  const page = createPages({
    build: oneRoute(loader),
    mode: 'production',
    cache,
    pageKey,
    backend: () => client,
    now,
    headers: [],
    validUntil: () => until,
    browserCacheSeconds: ({ pathname }) => (pathname === '/shop.data' ? 60 : 0),
    busyPage: () => '<h1>Busy</h1>',
    onRefusal,
  })
  return { cache, page }
}

test('a page is rendered at the requested URL, also when its path begins with slashes or has escapes', async () => {
  const { page, cache } = pagesOf(({ request }) => new Response(request.url))
  for (const path of ['/shop', '/shop?page=2', '//', '///', '//[', '//evil.example/shop', '//evil.example:99999/']) {
    const address = `http://localhost${path}`
    const response = await page(new Request(address))
    expect([response.status, await response.text()]).toEqual([200, address])
    if (!path.startsWith('//')) expect(cache.get(path)?.body.identity.toString()).toBe(address)
  }
})

test('the router writes nothing about a path that it cannot decode', async () => {
  using warn = vi.spyOn(console, 'warn')
  const { page } = pagesOf(({ request }) => new Response(request.url))
  for (const path of ['/order/t0ken%', '/%zz/order/t0ken', '//order/%E0%A4%A']) {
    const response = await page(new Request(`http://localhost${path}`))
    expect(await response.text()).toBe('http://localhost/%25')
  }
  expect(warn).not.toHaveBeenCalled()
})

test('a page is cached under one spelling of its URL only, so that other spellings cannot fill the cache', async () => {
  const { page, cache } = pagesOf(({ request }) => new Response(request.url))
  for (const path of ['/SHOP', '/shop/', '/%73hop', '//shop', '/Product/a', '/shop//', '/product/a/', '/SHOP.data']) {
    await page(new Request(`http://localhost${path}`))
  }
  expect(cache.size().pages).toBe(0)
  for (const path of ['/', '/shop', '/product/a-2', '/shop.data', '/_root.data']) {
    await page(new Request(`http://localhost${path}`))
    expect(cache.get(path), path).toBeDefined()
  }
})

test('a page whose data could not be read is 503 with Retry-After and is not cached', async () => {
  const { page, cache } = pagesOf(({ context }) => {
    context.get(pageNotesContext).unavailable()
    return new Response('sorry', { status: 500 })
  })
  const response = await page(new Request('http://localhost/shop'))
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([503, '2', 'sorry'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(cache.size().pages).toBe(0)
})

test('the data of a search is cached for a minute by the browser, and not by the shared cache', async () => {
  const { page, cache } = pagesOf(() => new Response('found'))
  const ask = async (path: string) => (await page(new Request(`http://localhost${path}`))).headers.get('cache-control')
  expect(await ask('/shop.data?q=dress')).toBe('private, max-age=60')
  expect(await ask('/shop?q=dress')).toBe('public, max-age=0, must-revalidate')
  expect(await ask('/shop.data')).toBe('public, max-age=0, must-revalidate')
  expect(await ask('/about.data?q=dress')).toBe('public, max-age=0, must-revalidate')
  expect(cache.get('/shop.data?q=dress')).toBeUndefined()
})

test('the Link header preloads the first picture that a loader names', async () => {
  const { page } = pagesOf(({ context }) => {
    const notes = context.get(pageNotesContext)
    notes.firstPicture(null, '100vw')
    notes.firstPicture({ url: '/one.jpg', width: 800 }, '50vw')
    notes.firstPicture({ url: '/two.jpg', width: 800 }, '50vw')
    return Response.json(context.get(firstPictureContext).shown)
  })
  const response = await page(new Request('http://localhost/'))
  expect(await response.json()).toEqual({ picture: { url: '/one.jpg', width: 800 }, sizes: '50vw' })
})

test('what the HTML shows is no part of a page’s data, and of that of a navigation', async () => {
  const { page } = pagesOf(({ context }) => {
    const data = context.get(pageNotesContext).inHtml({ name: 'Shop', list: [1, 2] }, 'list')
    return Response.json({ sent: data, rendered: data.list })
  })
  const read = async (path: string) => (await page(new Request(`http://localhost${path}`))).text()
  expect(JSON.parse(await read('/shop'))).toEqual({ sent: { name: 'Shop' }, rendered: [1, 2] })
  expect(await read('/shop.data')).toContain('"list"')
})

test('the data of a page is no document, also from memory', async () => {
  const { page, cache } = pagesOf(() => Response.json({}))
  const { headers } = await page(new Request('http://localhost/shop.data'))
  expect(headers.get('Content-Security-Policy')).toMatch(/sandbox$/)
  expect(cache.get('/shop.data')?.headers).toContainEqual([
    'content-security-policy',
    expect.stringMatching(/sandbox$/),
  ])
})

test('the first request gets a compressed page too, in an encoding that the client accepts', async () => {
  const text = 'word '.repeat(1_000)
  const { page } = pagesOf(() => new Response(text))
  async function ask(accepted: string) {
    const response = await page(new Request('http://localhost/shop', { headers: { 'Accept-Encoding': accepted } }))
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    return { encoding: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const [br, gzip, none] = await Promise.all([ask('gzip, br'), ask('gzip, br;q=0'), ask('identity')])
  expect([br.encoding, brotliDecompressSync(br.bytes).toString()]).toEqual(['br', text])
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', text])
  expect([none.encoding, none.bytes.toString()]).toEqual([null, text])
})

test('a page is cached until the time the application gives', async () => {
  const until = new Date('2026-11-21T15:00:00Z')
  const { page, cache } = pagesOf(() => new Response('about'), { until })
  await page(new Request('http://localhost/about'))
  expect(cache.get('/about')?.validUntil).toEqual(until)
})

test('while a hundred pages are being rendered, other visitors get a page with 503 and Retry-After at once', async () => {
  const { promise: data, resolve } = Promise.withResolvers<void>()
  let refusals = 0
  const onRefusal = () => {
    refusals += 1
  }
  const { page, cache } = pagesOf(() => data.then(() => new Response('shown')), { onRefusal })
  const first = Array.from({ length: 100 }, (_, index) => page(new Request(`http://localhost/shop?visit=${index}`)))
  for (const path of ['/shop?visit=100', '/about']) {
    const refused = await page(new Request(`http://localhost${path}`))
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '5',
      '<h1>Busy</h1>',
    ])
    expect(refused.headers.get('cache-control')).toBe('no-store')
  }
  expect(refusals).toBe(2)
  resolve()
  for (const response of await Promise.all(first)) expect(response.status).toBe(200)
  expect(cache.size().pages).toBe(0)
  expect((await page(new Request('http://localhost/about'))).status).toBe(200)
})

test('one client address has at most twenty renderings in progress, and other visitors are served', async () => {
  const { promise: data, resolve } = Promise.withResolvers<void>()
  const { page } = pagesOf(() => data.then(() => new Response('shown')))
  const visit = (index: number, visitor: string) => page(new Request(`http://localhost/shop?visit=${index}`), visitor)
  const first = Array.from({ length: 20 }, (_, index) => visit(index, '203.0.113.7'))
  expect((await visit(20, '203.0.113.7')).status).toBe(503)
  const other = visit(21, '203.0.113.8')
  resolve()
  for (const response of await Promise.all([...first, other])) expect(response.status).toBe(200)
  expect((await visit(22, '203.0.113.7')).status).toBe(200)
})

test('a page refused to one visitor is refused once for all that visitor’s requests, and rendered for another visitor', async () => {
  const { promise: data, resolve } = Promise.withResolvers<void>()
  let refusals = 0
  const onRefusal = () => {
    refusals += 1
  }
  const { page } = pagesOf(() => data.then(() => new Response('shown')), { onRefusal })
  const visit = (path: string, visitor: string) => page(new Request(`http://localhost${path}`), visitor)
  const first = Array.from({ length: 20 }, (_, index) => visit(`/shop?visit=${index}`, '203.0.113.7'))
  const shared = Array.from({ length: 5 }, () => visit('/about', '203.0.113.7'))
  const other = visit('/about', '203.0.113.8')
  expect((await Promise.all(shared)).map(({ status }) => status)).toEqual(Array(5).fill(503))
  expect(refusals).toBe(1)
  resolve()
  expect((await other).status).toBe(200)
  await Promise.all(first)
})

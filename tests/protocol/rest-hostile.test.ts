import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, rawRest, type Sent } from '#tests/fixtures/raw-rest.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** Requests that no client library sends: no response is a 5xx. */
let api: ShopApi
let adminToken: string
const send = rawRest(() => api)

beforeAll(async () => {
  api = await startShopApi()
  adminToken = await api.token((await api.db.user({ admin: true })).claims)
  for (const slug of ['a', 'b', 'c']) await api.db.product({ slug, name: `Dress ${slug}` })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

describe('origins', () => {
  test('a preflight needs neither API key nor token', async () => {
    const response = await fetch(`${api.url}/rest/v1/products`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'PATCH' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(response.headers.get('access-control-allow-methods')).toContain(method)
    }
    const wanted =
      'authorization apikey content-type x-client-info x-supabase-api-version accept accept-profile content-profile prefer range x-upsert x-metadata cache-control x-retry-count x-region traceparent tracestate baggage'
    for (const header of wanted.split(' '))
      expect(response.headers.get('access-control-allow-headers')).toContain(header)
  })

  test('only the shop’s origin can read responses and errors', { tags: ['S22'] }, async () => {
    for (const [origin, allowed] of [
      ['http://localhost:3000', 'http://localhost:3000'],
      ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
      ['https://evil.example', 'http://localhost:3000'],
      ['null', 'http://localhost:3000'],
      ['http://localhost:3000.evil.example', 'http://localhost:3000'],
      ['http://localhost.evil.example', 'http://localhost:3000'],
    ] as const) {
      for (const path of ['/products', '/no_such_table', '/pre_orders']) {
        const { headers } = await send(path, { headers: { Origin: origin } })
        expect(headers.get('access-control-allow-origin'), `${origin} ${path}`).toBe(allowed)
        expect(headers.get('access-control-allow-credentials')).toBeNull()
        expect(headers.get('vary')).toContain('Origin')
        for (const name of [
          'X-Supabase-Api-Version',
          'Content-Range',
          'X-Total-Count',
          'Link',
          'x-relay-error',
          'ETag',
          'X-Sb-Error-Code',
        ]) {
          expect(headers.get('access-control-expose-headers')).toContain(name)
        }
      }
    }
    const shut = await send('/products', { headers: { apikey: '', Origin: 'http://localhost:3000' } })
    expect(shut.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })
})

describe('hostile input', () => {
  const expectRefused = async (path: string, sent: Sent, status: number, code: string) => {
    const response = await send(path, { token: adminToken, ...sent })
    const error = await response.json()
    expect([response.status, error.code], `${sent.method ?? 'GET'} ${path.slice(0, 100)}`).toEqual([status, code])
    expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message'])
  }
  const post = (body: BodyInit, headers: Record<string, string> = json): Sent => ({ method: 'POST', headers, body })

  test('bodies that are not objects', async () => {
    for (const body of [
      '{',
      '',
      'null',
      '5',
      '"x"',
      '[1]',
      '[[{}]]',
      '{"a":1}{"b":2}',
      '\u0000',
      '[{"name":"a"},{"slug":"b"}]',
    ]) {
      await expectRefused('/products', post(body), 400, 'PGRST102')
    }
    await expectRefused('/products', post('['.repeat(100_000)), 400, 'PGRST102')
    await expectRefused('/products', post(`{"name":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`), 400, 'PGRST102')
    await expectRefused('/products', post(JSON.stringify({ name: 'x'.repeat(1_100_000) })), 413, 'PGRST102')
    await expectRefused('/products', post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), 400, 'PGRST102')
  })

  test('the size limit applies to a streamed body without a length', { tags: ['N15'] }, async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const request = new Request(`${api.url}/rest/v1/products`, {
      method: 'POST',
      headers: { ...json, apikey: api.anonKey },
      body,
      duplex: 'half',
    } as RequestInit)
    expect((await fetch(request)).status).toBe(413)
  })

  test('only JSON is accepted as JSON', async () => {
    const body = '{"email":"a@example.com"}'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      '',
    ]) {
      await expectRefused('/email_signups', post(body, { 'Content-Type': type }), 400, 'PGRST102')
    }
    const bare = new Request(`${api.url}/rest/v1/email_signups`, {
      method: 'POST',
      headers: { apikey: api.anonKey },
      body: new Blob([body]),
    })
    expect((await fetch(bare)).status).toBe(400)
    const spelt = { method: 'POST', headers: { 'Content-Type': 'Application/JSON; charset=utf-8' }, body }
    expect((await send('/email_signups', spelt)).status).toBe(201)
  })

  test('values that PostgreSQL cannot store', async () => {
    await expectRefused('/products?name=eq.%00', {}, 400, '22021')
    await expectRefused('/products', post('{"name":"a\\u0000b","slug":"n","price":1}'), 400, '22P05')
    await expectRefused('/products', post('{"name":"\\ud800","slug":"n","price":1}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":{"a":1}}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1e999999}'), 400, '22003')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1,"sizes":"x"}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1,"active":"perhaps"}'), 400, '22P02')
  })

  test('invalid names', async () => {
    await expectRefused('/products', post('{"__proto__":{"role":"admin"}}'), 400, 'PGRST204')
    await expectRefused('/products', post('{"constructor":1,"toString":2}'), 400, 'PGRST204')
    await expectRefused('/__proto__', {}, 404, 'PGRST205')
    await expectRefused('/constructor', {}, 404, 'PGRST205')
    await expectRefused('/products?__proto__=eq.1', {}, 400, '42703')
    await expectRefused('/products?select=__proto__', {}, 400, '42703')
    await expectRefused('/pg_class', {}, 404, 'PGRST205')
    await expectRefused('/auth.users', {}, 404, 'PGRST205')
    await expectRefused('/%00', {}, 404, 'PGRST205')
    await expectRefused(`/${'x'.repeat(3_000)}`, {}, 404, 'PGRST205')
    for (const column of ['ctid', 'tableoid', 'xmax', 'products', 'public.products']) {
      const response = await send(`/products?select=${column}`)
      expect([response.status, column]).toEqual([400, column])
    }
  })

  test('invalid URLs', async () => {
    await expectRefused('/products/1', {}, 404, 'PGRST125')
    await expectRefused('/products/', {}, 404, 'PGRST125')
    await expectRefused('/', {}, 404, 'PGRST125')
    await expectRefused('/rpc/pg_sleep?x=10', post('{}'), 404, 'PGRST202')
    for (const path of ['/%', '/%ff', '/%E0%A4%A', '/..%2fauth', '//products']) {
      const { status } = await send(path)
      expect(status, path).toBe(404)
    }
    await expectRefused(`/products?name=eq.${'x'.repeat(9_000)}`, {}, 414, 'PGRST100')
  })

  test('unsupported methods, types and schemas', async () => {
    await expectRefused('/products', { method: 'PUT', headers: json, body: '{}' }, 405, 'PGRST117')
    await expectRefused('/products', { method: 'PROPFIND' }, 405, 'PGRST117')
    await expectRefused('/products', { headers: { Accept: 'text/csv' } }, 406, 'PGRST107')
    await expectRefused('/products', { headers: { Accept: 'application/vnd.pgrst.plan+json' } }, 406, 'PGRST107')
    await expectRefused('/products', { headers: { 'Accept-Profile': 'private' } }, 406, 'PGRST106')
    await expectRefused(
      '/products',
      { method: 'POST', headers: { ...json, 'Content-Profile': 'auth' }, body: '{}' },
      406,
      'PGRST106',
    )
    await expectRefused('/products', { headers: { Prefer: 'handling=strict, max-affected=1' } }, 400, 'PGRST122')
  })

  test('invalid preferences, ranges and parameters are ignored or refused', async () => {
    for (const prefer of [
      '',
      ',,,',
      'count=many',
      'return=everything',
      `x=${'y'.repeat(4_000)}`,
      'count=exact;count=planned',
    ]) {
      expect((await send('/products', { headers: { Prefer: prefer || ' ' } })).status, prefer).toBe(200)
    }
    for (const range of ['0-1', 'bytes=0-', '5-1', 'x']) {
      const response = await send('/products?select=slug', { headers: { Range: range, 'Range-Unit': 'items' } })
      expect([response.status, (await response.json()).length], range).toEqual([200, 3])
    }
    await expectRefused('/products?select=slug&select=name', {}, 400, 'PGRST100')
    await expectRefused('/products?limit=5&limit=-1', {}, 400, 'PGRST100')
    await expectRefused('/products?offset=9999999999999999999', {}, 400, 'PGRST100')
    expect((await send('/products?offset=99999999999999')).status).toBe(200)
    expect((await send('/products?slug=eq.a&slug=eq.b')).status).toBe(200)
    await expectRefused('/products?slug=eq.a&limit=1', { method: 'DELETE' }, 400, 'PGRST100')
    await expectRefused('/products', { method: 'DELETE' }, 400, '21000')
    await expectRefused('/products?and=(not.or(a.eq.1', {}, 400, 'PGRST100')
  })

  test('values that look like SQL stay values', { tags: ['S8'] }, async () => {
    const text = encodeURIComponent(`x'; drop table products; -- " $1 \\`)
    expect(await (await send(`/products?name=eq.${text}`)).json()).toEqual([])
    expect(await (await send(`/products?name=in.(${text},'')`)).json()).toEqual([])
    expect((await send(`/products?or=(name.eq.${text},slug.eq.a)&select=slug`)).status).toBe(200)
    for (const [key, value] of [
      ['order', text],
      ['select', text],
      ['columns', text],
      ['on_conflict', text],
      [text, 'eq.1'],
    ] as const) {
      const { status } = await send(`/products?${key}=${value}`)
      expect([status, key]).toEqual([400, key])
    }
    expect(await (await send('/products?select=slug')).json()).toHaveLength(3)
  })

  test('a list as long as a URL allows is one query', async () => {
    const ids = Array.from({ length: 1_500 }, (_, at) => at).join(',')
    expect(await (await send(`/products?version=in.(${ids})&select=slug`)).json()).toHaveLength(3)
  })
})

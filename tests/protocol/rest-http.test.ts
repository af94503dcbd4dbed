import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/**
 * The data surface by requests written by hand: status, headers and bodies to the letter, and everything a
 * client library would never send. Whatever comes in, nothing answers 5xx.
 */
let api: ShopApi
let adminToken: string

beforeAll(async () => {
  api = await startShopApi()
  adminToken = await api.token((await api.db.user({ admin: true })).claims)
  for (const slug of ['a', 'b', 'c']) await api.db.product({ slug, name: `Dress ${slug}` })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

type Sent = { method?: string; token?: string | null; headers?: Record<string, string>; body?: BodyInit }

function send(path: string, { method = 'GET', token = null, headers = {}, body }: Sent = {}) {
  const all = new Headers({
    apikey: api.anonKey,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...headers,
  })
  for (const [name, value] of Object.entries(headers)) if (value === '') all.delete(name)
  return fetch(`${api.url}/rest/v1${path}`, { method, headers: all, ...(body === undefined ? {} : { body }) })
}

const json = { 'Content-Type': 'application/json' }

describe('answers', () => {
  test('rows have their range and type, and are kept by no cache', async () => {
    const response = await send('/products?select=slug&order=slug')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-range')).toBe('0-2/*')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toEqual([{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }])
  })

  test('a page of a count is 206, an empty one has no range, past the end is 416 with the count', async () => {
    const counted = { headers: { Prefer: 'count=exact' } }
    const page = await send('/products?select=slug&limit=2', counted)
    expect([page.status, page.headers.get('content-range')]).toEqual([206, '0-1/3'])
    expect(page.headers.get('preference-applied')).toBe('count=exact')
    const none = await send('/products?slug=eq.x', counted)
    expect([none.status, none.headers.get('content-range')]).toEqual([200, '*/0'])
    expect((await send('/products?slug=eq.x')).headers.get('content-range')).toBe('*/*')
    const beyond = await send('/products?offset=4', counted)
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, '*/3'])
  })

  test('HEAD is GET without the body', async () => {
    const response = await send('/products?limit=2', { method: 'HEAD', headers: { Prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/3'])
    expect(await response.text()).toBe('')
  })

  test('a single object has its own type', async () => {
    const response = await send('/products?slug=eq.a&select=slug', {
      headers: { Accept: 'application/vnd.pgrst.object+json' },
    })
    expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
    expect(await response.text()).toBe('{"slug":"a"}')
  })

  test('writes answer what they were asked to, and say so', async () => {
    const body = JSON.stringify({ name: 'Written', slug: 'written', price: 20 })
    const made = await send('/products', { method: 'POST', token: adminToken, headers: json, body })
    expect([made.status, made.headers.get('content-range'), await made.text()]).toEqual([201, '*/*', ''])
    const preferring = { ...json, Prefer: 'count=exact,return=representation' }
    const changed = await send('/products?slug=eq.written&select=price', {
      method: 'PATCH',
      token: adminToken,
      headers: preferring,
      body: '{"price":12.50}',
    })
    expect([changed.status, changed.headers.get('content-range')]).toEqual([200, '0-0/1'])
    expect(changed.headers.get('preference-applied')).toBe('return=representation, count=exact')
    expect(await changed.text()).toBe('[{"price":12.50}]')
    const gone = await send('/products?slug=eq.written', { method: 'DELETE', token: adminToken, headers: json })
    expect([gone.status, gone.headers.get('content-range'), await gone.text()]).toEqual([204, '*/*', ''])
  })

  test('a refusal is four keys, and 401 says what it wants', async () => {
    const response = await send('/pre_orders')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual({
      code: '42501',
      message: 'permission denied for table pre_orders',
      details: null,
      hint: null,
    })
  })
})

describe('keys and tokens', () => {
  const answer = async (path: string, sent: Sent) => {
    const response = await send(path, sent)
    return [response.status, await response.json()]
  }

  test('without a key, or with one that is none, the door stays shut', async () => {
    expect(await answer('/products', { headers: { apikey: '' } })).toEqual([
      401,
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ])
    const invalid = { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' }
    expect(await answer('/products', { headers: { apikey: 'guess' } })).toEqual([401, invalid])
    expect(await answer('/products', { headers: { apikey: adminToken } })).toEqual([401, invalid])
    expect((await send(`/products?apikey=${api.anonKey}&slug=eq.a`, { headers: { apikey: '' } })).status).toBe(200)
  })

  test('the bearer alone gives rights, the key never', async () => {
    const headers = { apikey: api.serviceRoleKey }
    expect((await send('/pre_orders', { headers })).status).toBe(401)
    const customer = await api.token((await api.db.user()).claims)
    expect(await answer('/user_roles', { token: customer, headers })).toEqual([200, []])
    expect((await send('/pre_orders', { token: api.serviceRoleKey })).status).toBe(200)
  })

  test('a bearer that is not believed is PGRST301 or PGRST303', async () => {
    const user = await api.db.user()
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    const payload = Buffer.from(JSON.stringify({ role: 'service_role', exp: hourAgo + 7_200 })).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    const [head, body] = (await api.token(user.claims)).split('.')
    const cases: Array<[string, string, string | undefined]> = [
      ['', 'PGRST301', 'Empty JWT is sent in Authorization header'],
      ['abc', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
      ['a.b.c', 'PGRST301', undefined],
      [unsigned, 'PGRST301', undefined],
      [`${head}.${body}.${'A'.repeat(43)}`, 'PGRST301', 'JWT cryptographic operation failed'],
      [`${head}.${payload}.${'A'.repeat(43)}`, 'PGRST301', undefined],
    ]
    for (const [token, code, message] of cases) {
      const [status, error] = await answer('/products', { token })
      expect([status, error.code, message ?? error.message], token).toEqual([401, code, error.message])
    }
    const claims = [
      { exp: 'never' },
      { role: 'postgres' },
      { sub: 'abc' },
      { sub: undefined },
      { aud: 'other' },
      { iss: 'https://evil.example/auth/v1' },
    ]
    for (const wrong of claims) {
      const [status, error] = await answer('/products', { token: await api.token({ ...user.claims, ...wrong }) })
      expect([status, error.code], JSON.stringify(wrong)).toEqual([401, 'PGRST303'])
    }
  })
})

describe('origins', () => {
  test('a preflight needs neither key nor token', async () => {
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

  test('answers and refusals can be read by the shop and by nobody else', async () => {
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

  test('bodies that are no objects', async () => {
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

  test('a body that streams without a length is counted', async () => {
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

  test('only JSON is taken for JSON', async () => {
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

  test('values PostgreSQL cannot hold', async () => {
    await expectRefused('/products?name=eq.%00', {}, 400, '22021')
    await expectRefused('/products', post('{"name":"a\\u0000b","slug":"n","price":1}'), 400, '22P05')
    await expectRefused('/products', post('{"name":"\\ud800","slug":"n","price":1}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":{"a":1}}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1e999999}'), 400, '22003')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1,"sizes":"x"}'), 400, '22P02')
    await expectRefused('/products', post('{"name":"n","slug":"n","price":1,"active":"perhaps"}'), 400, '22P02')
  })

  test('names that are none', async () => {
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

  test('addresses that are none', async () => {
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

  test('methods, types and schemas that are not spoken', async () => {
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

  test('preferences, ranges and parameters that make no sense are left alone or refused', async () => {
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

  test('values that would be SQL stay values', async () => {
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

  test('a list as long as an address holds is one question', async () => {
    const ids = Array.from({ length: 1_500 }, (_, at) => at).join(',')
    expect(await (await send(`/products?version=in.(${ids})&select=slug`)).json()).toHaveLength(3)
  })
})

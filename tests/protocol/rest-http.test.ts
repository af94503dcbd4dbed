import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { json, rawRest, type Sent } from '#tests/fixtures/raw-rest.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** /rest/v1 through raw requests: exact status, headers and bodies, keys and tokens. */
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

describe('responses', () => {
  test('rows have their range and type, and are not cached', { tags: ['S48'] }, async () => {
    const response = await send('/products?select=slug&order=slug')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-range')).toBe('0-2/*')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toEqual([{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }])
  })

  test('a page with a count is 206, an empty one has no range, and one past the end is 416 with the count', async () => {
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

  test('writes return the requested representation and confirm the preference', async () => {
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

  test('an error body has four keys, and a 401 names its scheme', async () => {
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
  const response = async (path: string, sent: Sent) => {
    const response = await send(path, sent)
    return [response.status, await response.json()]
  }

  test('without a key, or with an invalid one, every request is refused', async () => {
    expect(await response('/products', { headers: { apikey: '' } })).toEqual([
      401,
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ])
    const invalid = { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' }
    expect(await response('/products', { headers: { apikey: 'guess' } })).toEqual([401, invalid])
    expect(await response('/products', { headers: { apikey: adminToken } })).toEqual([401, invalid])
    expect((await send(`/products?apikey=${api.anonKey}&slug=eq.a`, { headers: { apikey: '' } })).status).toBe(200)
  })

  test('only the bearer token gives rights, never the API key', async () => {
    const headers = { apikey: api.serviceRoleKey }
    expect((await send('/pre_orders', { headers })).status).toBe(401)
    const customer = await api.token((await api.db.user()).claims)
    expect(await response('/user_roles', { token: customer, headers })).toEqual([200, []])
    expect((await send('/pre_orders', { token: api.serviceRoleKey })).status).toBe(200)
  })

  test('an invalid bearer token is PGRST301 or PGRST303', async () => {
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
      const [status, error] = await response('/products', { token })
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
      const [status, error] = await response('/products', { token: await api.token({ ...user.claims, ...wrong }) })
      expect([status, error.code], JSON.stringify(wrong)).toEqual([401, 'PGRST303'])
    }
  })
})

test('a column that a newer program’s migration drops is missed by no read and no write', async () => {
  const { id } = await api.db.order()
  const order = `/pre_orders?id=eq.${id}`
  const token = api.serviceRoleKey
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const columns = async (init: Sent = {}) => {
    const headers = { ...json, Prefer: 'return=representation' }
    const response = await send(order, { token, ...init, headers })
    const text = await response.text()
    return [response.status, text.match(/former_\w+/g)]
  }
  const toAnotherSchema = async (statement: string) => {
    await api.db.pool.query(statement)
    now += 6_000
  }
  try {
    await toAnotherSchema('alter table public.pre_orders add column former_one text, add column former_two text')
    await send(`${order}&select=former_one`, { token })
    expect(await columns()).toEqual([200, ['former_one', 'former_two']])
    await toAnotherSchema('alter table public.pre_orders drop column former_one')
    expect(await columns()).toEqual([200, ['former_two']])
    await toAnotherSchema('alter table public.pre_orders drop column former_two')
    expect(await columns({ method: 'PATCH', body: '{"notes":"Ring twice"}' })).toEqual([200, null])
  } finally {
    clock.mockRestore()
  }
})

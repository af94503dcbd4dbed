import { SignJWT } from 'jose'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { type AppOptions, createApp } from './app.ts'
import { AppError } from './errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from './errors/error-handler.ts'
import { getSignedIn } from './identity/signed-in.ts'
import { issueKeys } from './identity/tokens.ts'
import { limit } from './limits/client-ip.ts'

const jwtSecret = 'a secret of the tests, long enough to be one'
const { anonKey } = await issueKeys(jwtSecret)

function appOn(db: TestDatabase, options: Partial<AppOptions> = {}) {
  const lines: string[] = []
  const app = createApp({
    db,
    log: pino({ base: null, level: 'debug' }, { write: (line) => lines.push(line) }),
    siteUrl: 'https://shop.example',
    live: true,
    jwtSecret,
    apiKeyRequired: true,
    rateLimits: true,
    exposed: ['products', 'email_signups'],
    ready: async () => true,
    routes: (routes) => {
      routes.onError(createErrorHandler(functionsErrorBody))
      routes.post('/functions/v1/echo', async (c) => c.json(await c.req.json()))
      for (const path of ['/functions/v1/broken', '/webhooks/broken']) {
        routes.get(path, () => {
          throw new Error('broken')
        })
      }
      routes.get('/functions/v1/me', (c) => c.json(getSignedIn(c)))
      routes.get('/functions/v1/owner-only', () => {
        throw new AppError('forbidden', 'Only administrators can do this.')
      })
      routes.get('/functions/v1/limited', limit('limited', { max: 2, perSeconds: 86_400 }), (c) => c.json({}))
    },
    ...options,
  })
  return { app, lines }
}

test('the health checks report that the program is live, and whether it is ready', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  expect((await app.request('/health/live')).status).toBe(200)
  expect((await app.request('/health/ready')).status).toBe(200)
  const response = await appOn(db, { ready: async () => false }).app.request('/health/ready')
  expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable' }])
  expect(response.headers.get('retry-after')).toBe('2')
  expect((await app.request('/health/else')).status).toBe(404)
})

test('a plain request id is kept, any other is replaced', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const idOf = async (given: string) =>
    (await app.request('/health/live', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await idOf('abc-123')).toBe('abc-123')
  for (const bad of ['x'.repeat(65), 'a b', '{"a":1}', '<script>']) expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/)
})

test('the log has a line a request, without query, token or address', { tags: ['S43'] }, async () => {
  await using db = await testDatabase()
  const { app, lines } = appOn(db)
  await app.request('/rest/v1/products?name=eq.ruth@example.com', {
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    method: 'GET',
    path: '/rest/v1/products',
    status: 200,
    msg: 'request',
  })
  expect(lines[0]).not.toMatch(/ruth|eyJ/)
})

test('an unknown function gets Supabase’s 404 of the functions relay', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const response = await app.request('/functions/v1/no-such', { method: 'POST' })
  expect([response.status, response.headers.get('x-relay-error')]).toEqual([404, 'true'])
  expect(await response.json()).toEqual({ code: 'NOT_FOUND', message: 'Requested function was not found' })
  for (const path of ['/auth/v1/x', '/storage/v1/x', '/webhooks/x', '/nothing']) {
    const other = await app.request(path, { headers: { apikey: anonKey, 'X-Supabase-Api-Version': '2024-01-01' } })
    expect([other.status, (await other.json()).code], path).toEqual([404, 'not_found'])
    expect(other.headers.get('x-relay-error')).toBeNull()
  }
})

test('a function can be called without a key, and its claims show whether a user is signed in', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const json = { 'Content-Type': 'application/json' }
  const echoed = await app.request('/functions/v1/echo', { method: 'POST', body: '{"a":1}', headers: json })
  expect([echoed.status, await echoed.json(), echoed.headers.get('x-relay-error')]).toEqual([200, { a: 1 }, null])
  const me = async (headers: Record<string, string>) => {
    const response = await app.request('/functions/v1/me', { headers })
    return [response.status, await response.json()]
  }
  expect(await me({})).toEqual([401, { code: 401, message: 'Missing authorization header' }])
  expect(await me({ Authorization: 'Bearer nonsense' })).toEqual([401, { code: 401, message: 'Invalid JWT' }])
  expect(await me({ Authorization: `Bearer ${anonKey}` })).toEqual([401, { code: 401, message: 'Invalid JWT' }])
})

test('a body past a megabyte is refused, declared or not', { tags: ['N15'] }, async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const body = 'x'.repeat(1_048_577)
  const json = { apikey: anonKey, 'Content-Type': 'application/json' }
  const echo = async (init: RequestInit) =>
    (await app.request('/functions/v1/echo', { method: 'POST', headers: json, ...init })).status
  expect(await echo({ body })).toBe(413)
  expect(await echo({ body: 'x', headers: { ...json, 'Content-Length': '1048577' } })).toBe(413)
  const auth = { method: 'POST', body, headers: { ...json, 'X-Supabase-Api-Version': '2024-01-01' } }
  const refused = await app.request('/auth/v1/signup', auth)
  expect([refused.status, (await refused.json()).code]).toEqual([413, 'request_entity_too_large'])
  expect(refused.headers.get('x-supabase-api-version')).toBe('2024-01-01')
})

test('/auth accepts JSON and no other content type, with the error in the form of the client’s API version', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const post = (path: string, type: string, more = {}) =>
    app.request(path, { method: 'POST', body: '{}', headers: { apikey: anonKey, 'Content-Type': type, ...more } })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const response = await post('/auth/v1/signup', type)
    expect([response.status, await response.json()], type).toMatchObject([400, { code: 400, error_code: 'bad_json' }])
  }
  const today = await post('/auth/v1/signup', 'text/plain', { 'X-Supabase-Api-Version': '2024-01-01' })
  expect(await today.json()).toMatchObject({ code: 'bad_json' })
  expect(today.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect((await post('/auth/v1/signup', 'application/json;charset=UTF-8')).status).toBe(404)
  expect((await post('/auth/v1/callback', 'application/x-www-form-urlencoded')).status).toBe(404)
  expect((await app.request('/auth/v1/logout', { method: 'POST', headers: { apikey: anonKey } })).status).toBe(404)
})

test('the 404 of an unknown path of /auth names the API version', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const get = (headers: Record<string, string>) =>
    app.request('/auth/v1/nothing', { headers: { apikey: anonKey, ...headers } })
  const today = await get({ 'X-Supabase-Api-Version': '2024-01-01' })
  expect([today.status, today.headers.get('x-supabase-api-version')]).toEqual([404, '2024-01-01'])
  expect(await today.json()).toMatchObject({ code: 'not_found' })
  expect(await (await get({})).json()).toMatchObject({ code: 404, error_code: 'not_found' })
})

test('the log line of a refused request names the user by id, and that of a served one does not', async () => {
  await using db = await testDatabase()
  const { app, lines } = appOn(db)
  const sub = '0d4b1f0e-7c1c-4a0e-9d0f-0c4a6f3a1b2c'
  const token = await new SignJWT({ role: 'authenticated', sub, email: 'ruth@example.com' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret))
  await startMinute(db)
  const call = (path: string) => app.request(path, { headers: { Authorization: `Bearer ${token}` } })
  for (const path of ['/functions/v1/limited', '/functions/v1/limited', '/functions/v1/limited']) await call(path)
  await call('/functions/v1/owner-only')
  const logged = lines.map((line) => JSON.parse(line)).map(({ status, user }) => [status, user])
  expect(logged).toEqual([
    [200, undefined],
    [200, undefined],
    [429, sub],
    [403, sub],
  ])
  expect(lines.join()).not.toContain('ruth')
})

test('a caller past the rate limit gets 429', async () => {
  await using db = await testDatabase()
  await startMinute(db)
  const { app } = appOn(db)
  const call = async () => (await app.request('/functions/v1/limited')).status
  expect([await call(), await call(), await call()]).toEqual([200, 200, 429])
})

test('/auth requires an API key, except on paths that e-mails and providers link to', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  expect((await app.request('/auth/v1/settings')).status).toBe(401)
  expect((await app.request('/auth/v1/verify')).status).toBe(404)
  expect((await appOn(db, { apiKeyRequired: false }).app.request('/auth/v1/settings')).status).toBe(404)
})

test('a live shop lets pages of its own origin read responses, and of no other', { tags: ['S22'] }, async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const allowed = async (origin: string) => {
    const response = await app.request('/functions/v1/no-such', { headers: { Origin: origin } })
    return response.headers.get('access-control-allow-origin')
  }
  for (const origin of [
    'https://shop.example',
    'https://evil.example',
    'http://localhost:3000',
    'null',
    'https://shop.example.evil.example',
  ]) {
    expect(await allowed(origin)).toBe('https://shop.example')
  }
})

test('an unreachable database gives 503 with Retry-After', async () => {
  const db = await testDatabase()
  const { app, lines } = appOn(db)
  await db[Symbol.asyncDispose]()
  const response = await app.request('/rest/v1/products', { headers: { apikey: anonKey } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(Object.keys(await response.json())).toEqual(['code', 'message', 'details', 'hint'])
  expect(lines.some((line) => line.includes('a data request failed'))).toBe(true)
})

test('a visitor’s writes are limited in size and rate, and a write that PostgreSQL refuses is counted too', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db)
  const signUp = async (body: unknown, path = 'email_signups') => {
    const headers = { apikey: anonKey, 'Content-Type': 'application/json' }
    const response = await app.request(`/rest/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.status
  }
  const addresses = Array.from({ length: 100 }, (_, at) => ({ email: `ruth${at}@shop.example` }))
  for (let times = 0; times < 25; times += 1) expect(await signUp(addresses)).toBe(413)
  const statuses: number[] = []
  for (let times = 0; times < 2; times += 1) statuses.push(await signUp({}, 'products'))
  for (const address of addresses.slice(0, 4)) statuses.push(await signUp(address))
  expect(statuses).toEqual([401, 401, 201, 201, 201, 429])
})

test('every response has all security headers, whatever it answers', { tags: ['S25', 'S48'] }, async () => {
  await using db = await testDatabase()
  const { app } = appOn(db, { pages: () => new Response('a page that could not set its headers', { status: 500 }) })
  const json = { 'Content-Type': 'application/json' }
  const large = { method: 'POST', headers: json, body: JSON.stringify({ text: 'x'.repeat(1_100_000) }) }
  const requests: [status: number, path: string, init?: RequestInit][] = [
    [200, '/health/live'],
    [404, '/health/none'],
    [404, '/webhooks/none'],
    [413, '/webhooks/none', large],
    [401, '/rest/v1/products'],
    [401, '/auth/v1/user'],
    [404, '/functions/v1/none'],
    [415, '/functions/v1/echo', { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } }],
    [413, '/functions/v1/echo', large],
    [400, '/functions/v1/echo', { method: 'POST', body: '{', headers: json }],
    [204, '/functions/v1/me', { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } }],
    [500, '/functions/v1/broken'],
    [500, '/webhooks/broken'],
    [500, '/a-page'],
  ]
  for (const [status, path, init] of requests) {
    const { status: answered, headers } = await app.request(path, init)
    expect(answered, path).toBe(status)
    expect(Object.fromEntries(headers), `${status} ${path}`).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('without https no response promises it', async () => {
  await using db = await testDatabase()
  const { app } = appOn(db, { siteUrl: 'http://localhost:3000', live: false })
  expect((await app.request('/health/live')).headers.has('strict-transport-security')).toBe(false)
})

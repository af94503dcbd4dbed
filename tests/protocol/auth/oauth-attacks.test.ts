import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import {
  fragmentOf,
  freshEmail,
  locationOf,
  type ProviderShop,
  sessionIn,
  shopUrl,
  startProviderShop,
} from '#tests/fixtures/provider-shop.ts'
import { startMinute } from '../../fixtures/start-minute.ts'

let shop: ProviderShop

beforeAll(async () => {
  shop = await startProviderShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

function verifiedPerson(): string {
  return shop.provider.person({ email: freshEmail(), email_verified: true })
}

/** The `Location` of a callback, with the status. */
async function openCallback(query: Record<string, string>, at = shop) {
  const response = await at.browser().open(`${shopUrl}/auth/v1/callback?${new URLSearchParams(query)}`)
  return { status: response.status, url: await locationOf(response) }
}

test.for([
  [{}, 'bad_oauth_callback'],
  [{ state: '' }, 'bad_oauth_callback'],
  [{ state: 'not a uuid', code: 'x' }, 'bad_oauth_state'],
  [{ state: crypto.randomUUID(), code: 'x' }, 'bad_oauth_state'],
] as const)('an unexpected callback redirects to the front page with an error: %j', async ([query, code]) => {
  const { status, url } = await openCallback({ ...query })
  expect(status).toBe(303)
  expect(url.origin + url.pathname).toBe(`${shopUrl}/`)
  expect(url.searchParams.get('error')).toBe('invalid_request')
  expect(url.searchParams.get('error_code')).toBe(code)
})

test('a callback posted in any format except a form has no state', async () => {
  const response = await fetch(`${shop.api.url}/auth/v1/callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'text/plain' },
    body: `state=${crypto.randomUUID()}`,
  })
  expect(response.status).toBe(303)
  expect((await locationOf(response)).searchParams.get('error_code')).toBe('bad_oauth_callback')
})

test('a callback works once: the same URL again is an unknown flow', async () => {
  const [at, client] = [shop.browser(), shop.api.client()]
  const back = await shop.untilCallback(at, client, verifiedPerson())
  await sessionIn(client, await shop.comeBack(at, back))
  const again = await shop.comeBack(at, back)
  expect(again.searchParams.get('error_code')).toBe('bad_oauth_state')
  expect(fragmentOf(again).has('access_token')).toBe(false)
})

test('a hundred concurrent callbacks of one flow create one session', async () => {
  const at = shop.browser()
  const back = await shop.untilCallback(at, shop.api.client(), verifiedPerson())
  const ends = await Promise.all(Array.from({ length: 100 }, () => shop.comeBack(at, back)))
  expect(ends.filter((end) => fragmentOf(end).has('access_token'))).toHaveLength(1)
  expect(ends.filter((end) => end.searchParams.get('error_code') === 'bad_oauth_state')).toHaveLength(99)
})

test('a flow expires after five minutes', async () => {
  await using slow = await startProviderShop()
  const at = slow.browser()
  const login = slow.provider.person({ email: freshEmail(), email_verified: true })
  const back = await slow.untilCallback(at, slow.api.client(), login)
  await slow.api.setClockAhead(301)
  expect((await slow.comeBack(at, back)).searchParams.get('error_code')).toBe('bad_oauth_state')
})

test('a flow sealed with another secret must start again', async () => {
  const [at, client] = [shop.browser(), shop.api.client()]
  const back = await shop.untilCallback(at, client, verifiedPerson())
  await shop.api.db.asService((tx) =>
    sql`update auth.flow_state set provider_state = 'v1.' || repeat('A', 200)
      where id = ${new URL(back.url).searchParams.get('state')}`.execute(tx),
  )
  expect((await shop.comeBack(at, back)).searchParams.get('error_code')).toBe('bad_oauth_state')
})

test('a code issued for one flow is refused in another', async () => {
  const [victimAt, attackerAt] = [shop.browser(), shop.browser()]
  const stolen = new URL((await shop.untilCallback(victimAt, shop.api.client(), verifiedPerson())).url)
  const own = new URL((await shop.untilCallback(attackerAt, shop.api.client(), verifiedPerson())).url)
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  const end = await shop.comeBack(attackerAt, { url: own.href })
  expect(end.searchParams.get('error')).toBe('server_error')
  expect(end.searchParams.get('error_code')).toBe('unexpected_failure')
  expect(end.searchParams.get('error_description')).toMatch(/^Unable to exchange external code/)
  expect(fragmentOf(end).has('access_token')).toBe(false)
})

test.for([
  ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://accounts.example')],
  ['no issuer', (query: URLSearchParams) => query.delete('iss')],
  ['two codes', (query: URLSearchParams) => query.append('code', 'another')],
  ['a made-up code', (query: URLSearchParams) => query.set('code', 'x'.repeat(43))],
  ['no code', (query: URLSearchParams) => query.delete('code')],
] as const)('an answer with %s is not believed', async ([, change]) => {
  const at = shop.browser()
  const url = new URL((await shop.untilCallback(at, shop.api.client(), verifiedPerson())).url)
  change(url.searchParams)
  const end = await shop.comeBack(at, { url: url.href })
  expect(end.searchParams.get('error_code')).toBe('unexpected_failure')
  expect(fragmentOf(end).has('access_token')).toBe(false)
})

test.for([
  'https://evil.example',
  '//evil.example',
  'https:evil.example',
  '/\\evil.example',
  `${shopUrl}@evil.example`,
  'http://localhost:3000.evil.example/',
  'javascript:alert(1)',
])('the session goes to no other site’s address: %s', async (redirectTo) => {
  const end = await shop.signIn(shop.api.client(), verifiedPerson(), { redirectTo })
  expect(end.origin + end.pathname).toBe(`${shopUrl}/`)
  expect(fragmentOf(end).has('access_token')).toBe(true)
})

test('protocol parameters cannot be set from outside; all others are passed on', async () => {
  const page = await shop.toProvider(shop.browser(), shop.api.client({ flowType: 'pkce' }), {
    scopes: 'offline_access,birthday email',
    queryParams: {
      prompt: 'login',
      login_hint: 'a@example.com',
      client_id: 'evil',
      client_secret: 'evil',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      response_mode: 'fragment',
      state: 'evil',
      nonce: 'evil',
      code_verifier: 'evil',
      request: 'evil',
      scope: 'evil',
    },
  })
  const sent = Object.fromEntries(page.searchParams)
  expect(sent).toEqual({
    client_id: shop.provider.clientId,
    redirect_uri: `${shopUrl}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile offline_access birthday',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    prompt: 'login',
    login_hint: 'a@example.com',
  })
})

test.for([
  ['provider=nobody', 'validation_failed', /^Unsupported provider/],
  ['', 'validation_failed', /^Unsupported provider/],
  ['provider=__proto__', 'validation_failed', /^Unsupported provider/],
  ['provider=example&code_challenge=short&code_challenge_method=s256', 'validation_failed', /code_challenge/],
  [`provider=example&code_challenge=${'a'.repeat(43)}`, 'validation_failed', /code_challenge_method/],
] as const)('/authorize?%s is refused as JSON', async ([query, code, message]) => {
  const response = await fetch(`${shop.api.url}/auth/v1/authorize?${query}`, {
    redirect: 'manual',
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  expect(response.status).toBe(400)
  const body = (await response.json()) as { code: string; message: string }
  expect(body.code).toBe(code)
  expect(body.message).toMatch(message)
})

test('the stored data of a pending flow gives no access', async () => {
  const login = verifiedPerson()
  const client = shop.api.client({ flowType: 'pkce' })
  const at = shop.browser()
  const page = await shop.toProvider(at, client, { scopes: 'offline_access', queryParams: { prompt: 'consent' } })
  const nonce = page.searchParams.get('nonce') ?? ''
  const before = await flowsAsText()
  expect(before).toContain(page.searchParams.get('state'))
  expect(before).not.toContain(nonce)
  const end = await shop.comeBack(at, await shop.provider.signIn(at, page.href, login))
  const after = await flowsAsText()
  const { data } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(data.session?.provider_token).toBeTruthy()
  expect(data.session?.provider_refresh_token).toBeTruthy()
  expect(after).not.toContain(data.session?.provider_token)
  expect(after).not.toContain(data.session?.provider_refresh_token)
  expect(after).not.toContain(end.searchParams.get('code'))
})

async function flowsAsText(): Promise<string> {
  const { rows } = await shop.api.db.asService((tx) => sql`select f::text from auth.flow_state f`.execute(tx))
  return JSON.stringify(rows)
}

test('an unavailable provider is reported to the page that started the flow, and retried next time', async () => {
  await using fresh = await startProviderShop()
  const client = fresh.api.client()
  fresh.provider.setDown(true)
  const end = await fresh.toProvider(fresh.browser(), client, { redirectTo: `${shopUrl}/login` })
  expect(end.pathname).toBe('/login')
  expect(end.searchParams.get('error')).toBe('temporarily_unavailable')
  fresh.provider.setDown(false)
  const at = fresh.browser()
  const login = fresh.provider.person({ email: freshEmail(), email_verified: true })
  const back = await fresh.untilCallback(at, client, login)
  fresh.provider.setDown(true)
  expect((await fresh.comeBack(at, back)).searchParams.get('error_code')).toBe('unexpected_failure')
  fresh.provider.setDown(false)
  await sessionIn(client, await fresh.signIn(client, login))
})

test('a provider whose metadata names another issuer is refused, and so is http except on this machine', async () => {
  const { issuer, clientId, clientSecret } = shop.provider
  const wrong = { name: 'wrong', issuer: issuer.replace('127.0.0.1', 'localhost'), clientId, clientSecret }
  const plain = { name: 'plain', issuer: 'http://accounts.example', clientId, clientSecret }
  await using api = await startAccountsApi({ db: shop.api.db, providers: [wrong, plain] })
  await using live = await startAccountsApi({
    db: shop.api.db,
    live: true,
    siteUrl: 'https://shop.example',
    providers: [{ name: 'plain', issuer, clientId, clientSecret }],
  })
  for (const [at, name] of [
    [api, 'wrong'],
    [api, 'plain'],
    [live, 'plain'],
  ] as const) {
    const response = await fetch(`${at.url}/auth/v1/authorize?provider=${name}`, { redirect: 'manual' })
    expect((await locationOf(response)).searchParams.get('error')).toBe('temporarily_unavailable')
  }
})

test('flows cannot fill the database', async () => {
  await using limited = await startProviderShop({ rateLimits: true })
  await startMinute(limited.api.db)
  const url = `${limited.api.url}/auth/v1/authorize?provider=example`
  const responses = await Promise.all(Array.from({ length: 70 }, () => fetch(url, { redirect: 'manual' })))
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(60)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
})

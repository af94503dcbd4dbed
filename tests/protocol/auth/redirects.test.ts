import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { callAuth, claimsIn, followLink, lastEmail } from '#tests/fixtures/auth-requests.ts'
import { redirectPayloads } from './redirect-payloads.ts'

const site = 'https://kindred.example'
let rehearsal: AccountsApi
let live: AccountsApi

beforeAll(async () => {
  rehearsal = await startAccountsApi()
  live = await startAccountsApi({ db: rehearsal.db, siteUrl: site, live: true })
})
afterAll(async () => {
  await live[Symbol.asyncDispose]()
  await rehearsal[Symbol.asyncDispose]()
})

/** The redirect of a link with `redirect_to`, without its parameters. */
async function leadsTo(api: AccountsApi, redirect_to: string, headers: Record<string, string> = {}) {
  const { status, location } = await followLink(api, { type: 'signup', token: 'ff', redirect_to }, { headers })
  expect(status).toBe(303)
  return location.split('#')[0]
}

async function recovery(api: AccountsApi, redirectTo?: string) {
  const account = await api.account()
  await api.client().auth.resetPasswordForEmail(account.email, redirectTo ? { redirectTo } : {})
  return { ...account, ...(await lastEmail(api, account.email)) }
}

const allowedLive = [
  [`${site}/auth`, `${site}/auth`],
  [site, `${site}/`],
  [`${site}/account?tab=orders&x=%2F`, `${site}/account?tab=orders&x=%2F`],
  [`${site}/a/b#part`, `${site}/a/b`],
  [`${site}?x=1`, `${site}/?x=1`],
  ['HTTPS://KINDRED.EXAMPLE/Auth', `${site}/Auth`],
] as const

test.each(allowedLive)('live, %s is allowed', async (requested, expected) => {
  expect(await leadsTo(live, requested)).toBe(expected)
})

test('in rehearsal every port of this machine is allowed, in live mode none', async () => {
  const places = [
    'http://localhost:3000/auth',
    'http://localhost:9999/welcome',
    'http://127.0.0.1:5173/',
    'http://[::1]:1/x',
    'https://localhost/',
  ]
  for (const place of places) {
    expect(await leadsTo(rehearsal, place)).toBe(place)
    expect(await leadsTo(live, place)).toBe(`${site}/`)
  }
})

test('two hundred foreign URLs redirect to the front page, in live mode and in rehearsal', {
  tags: ['S20'],
  timeout: 60_000,
}, async () => {
  const attempts = redirectPayloads(site)
  expect(attempts.length).toBeGreaterThan(200)
  for (const requested of attempts) {
    expect({ asked: requested, to: await leadsTo(live, requested) }).toEqual({ asked: requested, to: `${site}/` })
  }
  for (const requested of redirectPayloads('http://localhost:3000')) {
    expect({ asked: requested, to: await leadsTo(rehearsal, requested) }).toEqual({
      asked: requested,
      to: 'http://localhost:3000/',
    })
  }
})

test('for any requested redirect, a link leads to the shop', { tags: ['S20'], timeout: 60_000 }, async () => {
  const pieces = fc.constantFrom(
    'https:',
    'http:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    '%2e',
    '%5c',
    '%09',
    '\t',
    '\n',
    'kindred.example',
    'evil.example',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    ':443',
    ':3000',
    'javascript:',
    'data:',
    '\u0000',
    '\u202e',
    '。',
    ' ',
    'a',
  )
  const address = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 8 }).map((parts) => site + parts.join('')),
    fc.webUrl(),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(address, async (requested) => {
      const to = (await leadsTo(live, requested)) ?? ''
      const url = new URL(to)
      expect(url.origin).toBe(site)
      expect(to.startsWith(`${site}/`)).toBe(true)
      expect(url.username + url.password).toBe('')
    }),
    { numRuns: 400 },
  )
})

test('`Host` and proxy headers affect neither the redirect nor the e-mail nor the token', {
  tags: ['S18'],
}, async () => {
  const poison = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-original-url': 'https://evil.example/',
    forwarded: 'host=evil.example',
  }
  expect(await leadsTo(live, '', poison)).toBe(`${site}/`)
  expect(await leadsTo(live, 'https://evil.example/', poison)).toBe(`${site}/`)
  for (const path of ['/recover', '/otp', '/resend', '/signup']) {
    const { email } = await live.account({ confirmed: path !== '/resend' })
    const fresh = path === '/signup' ? `new-${email}` : email
    const body = { email: fresh, password: 'a long enough one', type: 'signup' }
    expect((await callAuth(live, 'POST', path, { body, headers: poison })).status).toBe(200)
    const message = await lastEmail(live, fresh)
    expect({ path, data: JSON.stringify(message.data) }).not.toMatchObject({ data: expect.stringContaining('evil') })
    expect(message.data.redirectTo).toBe(`${site}/`)
    const { location, fragment } = await followLink(
      live,
      { type: message.data.type ?? '', token: message.token },
      { headers: poison },
    )
    expect(location.startsWith(`${site}/#access_token=`)).toBe(true)
    expect(claimsIn(fragment.get('access_token')).iss).toBe(`${site}/auth/v1`)
  }
})

test('a request with a false Host gets the shop’s own URL', async () => {
  const location = await new Promise<string | undefined>((resolve, reject) => {
    const url = new URL(`${live.url}/auth/v1/verify?type=signup&token=ff`)
    request(url, { headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve(response.headers.location)
    })
      .on('error', reject)
      .end()
  })
  expect(location?.startsWith(`${site}/#error=`)).toBe(true)
})

test('the redirect may be a header; the query has priority over it, and both over the requesting page', async () => {
  expect(await leadsTo(live, '', { redirect_to: `${site}/header` })).toBe(`${site}/header`)
  expect(await leadsTo(live, `${site}/query`, { redirect_to: `${site}/header` })).toBe(`${site}/query`)
  expect(await leadsTo(live, '', { redirect_to: 'https://evil.example/' })).toBe(`${site}/`)
  expect(await leadsTo(live, '', { referer: `${site}/signup` })).toBe(`${site}/signup`)
  expect(await leadsTo(live, 'https://evil.example/', { referer: `${site}/signup` })).toBe(`${site}/signup`)
  expect(await leadsTo(live, '', { referer: 'https://evil.example/' })).toBe(`${site}/`)
})

test('every e-mail request reads the redirect from the query, and the e-mail contains it', async () => {
  const { email, data } = await recovery(live, `${site}/auth?mode=new-password`)
  expect(data).toMatchObject({ type: 'recovery', redirectTo: `${site}/auth?mode=new-password`, email })
  const refused = await recovery(live, 'https://evil.example/phish')
  expect(refused.data.redirectTo).toBe(`${site}/`)
})

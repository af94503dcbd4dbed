import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { faultsOf, hostile, hostileInAddress, sendHostile } from '#tests/fixtures/hostile-input.ts'
import { openTestSession, type Tokens } from '#tests/fixtures/test-session.ts'

let api: AccountsApi
let session: Tokens

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const uuid = '6f6d1b1e-3d43-4f9b-9a55-0d5a8a1d6c11'

const places = [
  ...['type=recovery&token=', 'type=', 'type=email&token=', 'token=x&type=signup&redirect_to='].map(
    (query) => `/verify?${query}`,
  ),
  ...[
    'provider=',
    'provider=google&redirect_to=',
    'provider=google&scopes=',
    'provider=google&code_challenge=',
    'provider=google&',
  ].map((query) => `/authorize?${query}`),
  ...['state=', 'code=x&state=', `state=${uuid}&code=`, 'error=x&error_description=', ''].map(
    (query) => `/callback?${query}`,
  ),
  '/user/identities/authorize?provider=',
  '/admin/users?page=',
  '/admin/users?per_page=',
  '/admin/users/',
  '/admin/users/x/factors/',
  '/user/identities/',
  '/factors/',
  '/settings?apikey=',
  '/health?',
  '/.well-known/',
  '/user?',
  '/',
  '/user/',
]

test.each(places)(
  'no hostile text in the address of %s causes a 5xx',
  async (place) => {
    session = await openTestSession(api)
    const token = place.startsWith('/admin') ? api.serviceRoleKey : session.access_token
    const found: string[] = []
    for (const value of hostileInAddress) {
      for (const method of ['GET', 'DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']) {
        const response = await fetch(`${api.url}/auth/v1${place}${value}`, {
          method,
          redirect: 'manual',
          headers: { apikey: api.anonKey, authorization: `Bearer ${token}` },
        })
        const text = await response.text()
        const location = response.headers.get('location')
        const leads = location !== null && new URL(location).host !== new URL(api.deps.siteUrl).host
        if (response.status >= 500 || leads || /postgres|\/src\//i.test(text)) {
          found.push(
            `${method} ${place}${value.slice(0, 50)}: ${response.status} ${location ?? ''} ${text.slice(0, 200)}`,
          )
        }
      }
    }
    expect(found).toEqual([])
  },
  120_000,
)

const headers: [string, string][] = [
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'a'.repeat(9_000)}`],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', 'Bearer e30.e30.e30'],
  ['authorization', 'Bearer bnVsbA.bnVsbA.AA'],
  ['authorization', `Bearer ${Buffer.from('{"alg":"ES256","kid":"__proto__"}').toString('base64url')}.e30.AA`],
  ['authorization', `Bearer ${Buffer.from('{"alg":"HS256","crit":["b64"],"b64":false}').toString('base64url')}.e30.AA`],
  ['authorization', 'Basic YTpi'],
  ['x-supabase-api-version', '9999-99-99'],
  ['x-supabase-api-version', 'x'.repeat(3_000)],
  ['user-agent', '\u00ff\u0080'.repeat(700)],
  ['referer', 'http://evil.example/\u00ff'],
  ['redirect_to', '//evil.example'],
  ['x-request-id', "'; drop table x"],
  ['x-forwarded-for', '::ffff:not-an-address, 1.2.3.4'],
  ['host', 'evil.example'],
  ['content-type', 'application/json; charset=utf-16'],
]

test.each(headers)('a header %s: %s is not a fault', async (name, value) => {
  for (const [method, path] of [
    ['GET', '/user'],
    ['POST', '/recover'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/logout'],
    ['GET', '/admin/users'],
  ] as const) {
    const response = await fetch(`${api.url}/auth/v1${path}`, {
      method,
      headers: { apikey: api.anonKey, 'content-type': 'application/json', [name]: value },
      ...(method === 'POST' && {
        body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'x' }),
      }),
    })
    expect(response.status, path).toBeLessThan(500)
    expect(response.headers.get('access-control-allow-origin'), path).toBe(new URL(api.deps.siteUrl).origin)
  }
})

test('no request to the caller’s own factor causes a 5xx', async () => {
  session = await openTestSession(api)
  const found: string[] = []
  const userToken = session.access_token
  const post = (path: string, body: string) =>
    sendHostile(api, { method: 'POST', path, body: {}, as: 'user' }, { body, userToken })
  const begin = async (factor_type: string) => {
    const begun = await post('/factors', JSON.stringify({ factor_type, friendly_name: factor_type }))
    const { id } = (await begun.json()) as { id: string }
    const challenge = await post(`/factors/${id}/challenge`, '{}')
    return { id, challenge_id: ((await challenge.json()) as { id: string }).id }
  }
  const response = {
    type: 'create',
    credential_response: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    },
  }
  for (const type of ['totp', 'webauthn']) {
    const { id, challenge_id } = await begin(type)
    const bodies = hostile.flatMap((value) => [
      `{"challenge_id":"${challenge_id}","code":${value}}`,
      `{"challenge_id":"${challenge_id}","webauthn":${value}}`,
      `{"challenge_id":"${challenge_id}","webauthn":{"type":${value},"credential_response":${value}}}`,
      `{"challenge_id":"${challenge_id}","webauthn":${JSON.stringify(response).replace('"e30"', value)}}`,
      `{"challenge_id":"${challenge_id}","webauthn":${JSON.stringify(response).replace('"oA"', value)}}`,
    ])
    for (const body of bodies) {
      await api.db.asService((tx) => tx.updateTable('auth.mfa_challenges').set({ attempts: 0 }).execute())
      await api.db.asService((tx) => tx.deleteFrom('private.sign_in_failures').execute())
      found.push(...(await faultsOf(await post(`/factors/${id}/verify`, body), body)))
    }
  }
  expect(found).toEqual([])
}, 120_000)

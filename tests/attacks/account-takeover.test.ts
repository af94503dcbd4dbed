import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { beginTotp } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { anyAddress, callAuth, lastEmail, postVerify } from '../fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function rest(table: string, token: string, init: RequestInit = {}) {
  const headers = { apikey: api.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api.url}/rest/v1/${table}`, { ...init, headers })
  return { status: response.status, text: await response.text() }
}

async function func(name: string, token: string, body: object) {
  const headers = { apikey: api.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api.url}/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

test('no user-written field, on any endpoint, gives a role, a level or a confirmed address', {
  tags: ['S6'],
}, async () => {
  const email = anyAddress()
  const forbidden = {
    role: 'service_role',
    aal: 'aal2',
    is_super_admin: true,
    email_confirmed_at: '2020-01-01',
    confirmed_at: '2020-01-01',
    email_verified: true,
    email_confirm: true,
    phone_confirmed_at: '2020-01-01',
    app_metadata: { role: 'admin', provider: 'google' },
    raw_app_meta_data: { role: 'admin' },
    id: '00000000-0000-4000-8000-000000000001',
    aud: 'service_role',
    banned_until: null,
    session_id: '00000000-0000-4000-8000-000000000001',
    encrypted_password: 'x',
    invited_at: '2020-01-01',
    is_anonymous: true,
  }
  const { body } = await callAuth(api, 'POST', '/signup', {
    body: { ...forbidden, email, password: 'a long enough one', data: forbidden },
  })
  const { access_token: token } = await openTestSession(api, String(body.id))
  const { app_metadata: _, ...without } = forbidden
  expect((await callAuth(api, 'PUT', '/user', { token, body: { ...forbidden, data: forbidden } })).body.code).toBe(
    'not_admin',
  )
  expect((await callAuth(api, 'PUT', '/user', { token, body: { ...without, data: forbidden } })).status).toBe(200)
  await callAuth(api, 'POST', '/otp', { body: { ...forbidden, email: anyAddress(), data: forbidden } })
  const { rows } = await api.db.asService((tx) =>
    sql`select role, aud, email_confirmed_at, phone_confirmed_at, is_super_admin, is_anonymous, invited_at, raw_app_meta_data as app
      from auth.users where raw_user_meta_data ? 'is_super_admin'`.execute(tx),
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({
      email_confirmed_at: null,
      phone_confirmed_at: null,
      invited_at: null,
      is_anonymous: false,
    })
    expect(row).toMatchObject({ app: { provider: 'email', providers: ['email'] } })
    expect((row as { role: string | null }).role ?? 'authenticated').toBe('authenticated')
  }
  const { body: user } = await callAuth(api, 'GET', '/user', { token })
  expect(user.email_confirmed_at).toBeUndefined()
  for (const [table, row] of [
    ['user_roles', { user_id: body.id, role: 'admin' }],
    ['pre_orders', { customer_email: email }],
  ] as const) {
    expect((await rest(table, token, { method: 'POST', body: JSON.stringify(row) })).status).toBe(403)
  }
})

test('no table of the auth schema is reachable through /rest/v1', { tags: ['S7'] }, async () => {
  const { access_token: token } = await openTestSession(api)
  for (const table of [
    'users',
    'auth.users',
    'auth%2Eusers',
    'sessions',
    'refresh_tokens',
    'one_time_tokens',
    'identities',
    'flow_state',
    'mfa_factors',
    'audit_log_entries',
    'signing_keys',
    'leaky_buckets',
    'sign_in_failures',
    'known_devices',
    'access_rules',
    'outbox',
    'mailbox',
    'rate_limits',
    'pg_authid',
    'private.signing_keys',
    'audit_log',
  ]) {
    for (const bearer of [api.anonKey, token, api.serviceRoleKey])
      expect((await rest(table, bearer)).status, table).toBe(404)
  }
})

test.each([
  ['a logout', (api: AccountsApi, token: string) => callAuth(api, 'POST', '/logout', { token }).catch(() => undefined)],
  [
    'a ban',
    async (api: AccountsApi, _: string, id: string) =>
      callAuth(api, 'PUT', `/admin/users/${id}`, { token: api.serviceRoleKey, body: { ban_duration: '1h' } }),
  ],
  [
    'a password set by the service',
    async (api: AccountsApi, _: string, id: string) =>
      callAuth(api, 'PUT', `/admin/users/${id}`, {
        token: api.serviceRoleKey,
        body: { password: 'quite another long one' },
      }),
  ],
  [
    'a deletion',
    async (api: AccountsApi, _: string, id: string) =>
      callAuth(api, 'DELETE', `/admin/users/${id}`, { token: api.serviceRoleKey, body: { should_soft_delete: true } }),
  ],
] as const)(
  'after %s a token opens neither data nor functions nor the account, and its refresh token nothing',
  async (_, end) => {
    const { access_token: token, refresh_token, user } = await openTestSession(api)
    expect((await rest('user_roles?select=role', token)).status).toBe(200)
    await end(api, token, user.id)
    // /rest/v1 may cache a session for a second.
    await expect.poll(async () => (await rest('user_roles?select=role', token)).status, { timeout: 3_000 }).toBe(401)
    expect((await func('export-my-data', token, {})).status).toBe(401)
    expect((await func('erase-my-account', token, { confirm: user.email })).status).toBe(401)
    expect((await callAuth(api, 'GET', '/user', { token })).status).toBe(403)
    expect((await callAuth(api, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })).status).toBe(
      400,
    )
  },
)

test('a data copy and an erasure need aal2 and the typed address, and cover the caller’s own account only', async () => {
  const held = await beginTotp(api, { verified: true })
  const { access_token: aal1, user } = await openTestSession(api, held.userId)
  expect((await func('export-my-data', aal1, {})).status).toBe(403)
  expect((await func('erase-my-account', aal1, { confirm: user.email })).status).toBe(403)
  const [other, mine] = [await openTestSession(api), await openTestSession(api)]
  const copy = await func('export-my-data', mine.access_token, {
    id: other.user.id,
    user_id: other.user.id,
    email: other.user.email,
  })
  expect(copy.text).toContain(mine.user.email)
  expect(copy.text).not.toContain(other.user.email)
  expect((await func('erase-my-account', mine.access_token, { confirm: other.user.email })).status).toBe(400)
  const { rows } = await api.db.asService((tx) =>
    sql<{ id: string }>`select id from auth.sessions where user_id = ${other.user.id}`.execute(tx),
  )
  expect((await func('end-session', mine.access_token, { id: rows[0]?.id })).status).toBe(404)
})

test('only its own e-mail confirms an address, also if an attacker requests a change to it at the same time', async () => {
  const victim = anyAddress()
  const { access_token: token } = await openTestSession(api)
  expect((await callAuth(api, 'PUT', '/user', { token, body: { email: victim } })).status).toBe(200)
  const theirs = await lastEmail(api, victim)
  await callAuth(api, 'POST', '/signup', { body: { email: victim, password: 'a long enough one' } })
  const own = await lastEmail(api, victim)
  expect(own.kind).toBe('verification')
  expect((await postVerify(api, { type: 'signup', token_hash: theirs.token })).status).toBe(403)
  const confirmed = await postVerify(api, { type: 'signup', email: victim, token: own.code })
  expect(confirmed.status).toBe(200)
  await postVerify(api, { type: 'email_change', token_hash: theirs.token })
  const { rows } = await api.db.asService((tx) => sql`select email from auth.users where email = ${victim}`.execute(tx))
  expect(rows).toHaveLength(1)
  expect((confirmed.body.user as { email: string }).email).toBe(victim)
})

test('a form of another site has no effect', { tags: ['S21'] }, async () => {
  const { access_token: token } = await openTestSession(api)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    'text/json',
  ]) {
    for (const path of ['/signup', '/recover', '/token?grant_type=password', '/verify', '/otp', '/logout']) {
      const response = await fetch(`${api.url}/auth/v1${path}${path.includes('?') ? '&' : '?'}apikey=${api.anonKey}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example', 'content-type': type },
        body: new TextEncoder().encode(JSON.stringify({ email: anyAddress(), password: 'a long enough one' })),
      })
      expect([path, type, response.status]).toEqual([path, type, 400])
      expect(response.headers.get('access-control-allow-origin')).not.toContain('evil')
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  }
})

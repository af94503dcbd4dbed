import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strengthen } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { authLinks } from '#tests/fixtures/auth-links.ts'
import { openTestSession, type Tokens } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { userRow } = authLinks(() => api)

const newPassword = 'quite another long one'

type Body = Record<string, unknown> & { code?: string; message?: string; user_metadata?: Record<string, unknown> }

async function call(method: string, path: string, token: string, body?: unknown, at = api) {
  const response = await fetch(`${at.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: at.anonKey,
      authorization: `Bearer ${token}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
}

function put({ access_token }: Tokens, body: unknown, at = api, query = '') {
  return call('PUT', `/user${query}`, access_token, body, at)
}

/** Whether a sign-in with this password succeeds. */
async function signIn(email: string, password: string): Promise<boolean> {
  const { data } = await api.client().auth.signInWithPassword({ email, password })
  return data.session !== null
}

async function addFactor(userId: string) {
  await api.db.asService((tx) =>
    tx
      .insertInto('auth.mfa_factors')
      .values({ user_id: userId, factor_type: 'totp', status: 'verified', friendly_name: 'phone', secret: 'x' })
      .execute(),
  )
}

test('an unmodified client reads and changes the user’s metadata', async () => {
  const client = api.client()
  await client.auth.setSession(await openTestSession(api))
  const { data: first, error } = await client.auth.updateUser({ data: { name: 'Amina', size: '8-10' } })
  expect(error).toBeNull()
  expect(first.user?.user_metadata).toMatchObject({ name: 'Amina', size: '8-10', email_verified: true })
  await client.auth.updateUser({ data: { size: null, name: 'Amina K' } })
  const { data: read } = await client.auth.getUser()
  expect(read.user?.user_metadata).toMatchObject({ name: 'Amina K' })
  expect(read.user?.user_metadata).not.toHaveProperty('size')
  expect(read.user?.updated_at).not.toBe(read.user?.created_at)
})

test('an empty change has no effect', async () => {
  const session = await openTestSession(api)
  const before = await userRow(session.user.id)
  expect((await put(session, {})).status).toBe(200)
  const capitals = session.user.email.toUpperCase().replace('EXAMPLE.COM', 'example.com')
  const { status, body } = await put(session, { email: capitals, phone: '', data: null, app_metadata: null })
  expect({ status, email: body.email, new_email: body.new_email }).toEqual({
    status: 200,
    email: session.user.email,
    new_email: undefined,
  })
  expect(await userRow(session.user.id)).toEqual(before)
  expect(await api.emails(session.user.email)).toEqual([])
})

test('forty concurrent changes do not overwrite one another', async () => {
  const session = await openTestSession(api)
  const keys = Array.from({ length: 40 }, (_, index) => `key${index}`)
  const responses = await Promise.all(keys.map((key) => put(session, { data: { [key]: key } })))
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200))
  const { body } = await call('GET', '/user', session.access_token)
  expect(Object.keys(body.user_metadata ?? {})).toEqual(expect.arrayContaining(keys))
})

test('the user’s metadata gives no rights', { tags: ['S6'] }, async () => {
  const session = await openTestSession(api)
  const claims = { role: 'service_role', roles: ['admin'], email_verified: true, sub: 'someone', is_admin: true }
  const { status, body } = await put(session, { data: claims, role: 'service_role', aud: 'admin', id: 'x' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: session.user.id, role: 'authenticated', aud: 'authenticated' })
  expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  const client = api.client()
  const { data } = await client.auth.setSession(session)
  expect(data.user?.id).toBe(session.user.id)
  const { data: renewed } = await client.auth.refreshSession()
  expect(renewed.user?.user_metadata).toMatchObject(claims)
  expect((await client.from('user_roles').select('role')).data).toEqual([])
  expect((await client.from('pre_orders').select('id')).data).toEqual([])
  expect((await client.auth.admin.listUsers()).error).not.toBeNull()
  const refused = await put(session, { app_metadata: { role: 'admin' } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_admin' } })
})

test('the user’s metadata is limited to 16 KiB of storable text', async () => {
  const session = await openTestSession(api)
  expect((await put(session, { data: { a: 'x'.repeat(9_000) } })).status).toBe(200)
  const tooMuch = await put(session, { data: { b: 'x'.repeat(9_000) } })
  expect(tooMuch).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect((await put(session, { data: { a: null, b: 'x'.repeat(9_000) } })).status).toBe(200)
  for (const data of [{ c: 'a\0b' }, { 'a\0b': 1 }, { c: ['\ud800'] }, [1], 'text', 7]) {
    expect(await put(session, { data })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  }
  const nested = `{"data":{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`
  expect(await call('PUT', '/user', session.access_token, nested)).toMatchObject({ status: 400 })
  const odd = { 'a.b': 1e300, ['x'.repeat(3_000)]: [null, { deep: true }], constructor: 'x', '': '\u{1f9f5}' }
  expect((await put(session, { data: odd })).status).toBe(200)
})

test('an account with much metadata still works with its token', async () => {
  const session = await openTestSession(api)
  await put(session, { data: { a: 'x'.repeat(15_000) } })
  const client = api.client()
  await client.auth.setSession(session)
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await client.from('user_roles').select('role')).error).toBeNull()
  expect(data.user?.user_metadata.a).toHaveLength(15_000)
})

test('a new password ends all other sessions and keeps the current one', async () => {
  const { id, email, password } = await api.account()
  const [here, there] = [await openTestSession(api, id), await openTestSession(api, id)]
  expect((await put(here, { password: newPassword })).status).toBe(200)
  expect((await call('GET', '/user', here.access_token)).status).toBe(200)
  expect(await call('GET', '/user', there.access_token)).toMatchObject({
    status: 403,
    body: { code: 'session_not_found' },
  })
  const client = api.client()
  expect((await client.auth.refreshSession({ refresh_token: there.refresh_token })).error).not.toBeNull()
  expect((await client.auth.refreshSession({ refresh_token: here.refresh_token })).error).toBeNull()
  expect(await signIn(email, password)).toBe(false)
  expect(await signIn(email, newPassword)).toBe(true)
  expect((await api.emails(email)).map(({ kind }) => kind)).toContain('password_changed')
  const { rows } = await api.db.asService((tx) =>
    sql<{ action: string }>`select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${id}`.execute(tx),
  )
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['user_updated_password', 'user_modified']))
})

test('a new password voids earlier e-mails, a pending change of address among them', async () => {
  const session = await openTestSession(api)
  const { email } = session.user
  const client = api.client()
  await client.auth.resetPasswordForEmail(email)
  await put(session, { email: `new-${email}` })
  const sent = (await api.emails()).filter(({ recipient }) => recipient.endsWith(email))
  expect(sent.map(({ kind }) => kind).sort()).toEqual(['email_change', 'email_change', 'recovery'])
  expect((await put(session, { password: newPassword })).body.new_email).toBeUndefined()
  for (const { kind, secrets } of sent) {
    const type = kind === 'recovery' ? 'recovery' : 'email_change'
    const { error } = await client.auth.verifyOtp({ type, token_hash: secrets.token ?? '' })
    expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
  }
})

test('the same password, a weak one and a wrong current one are refused; a right current one is accepted', async () => {
  const { id, password } = await api.account()
  const session = await openTestSession(api, id)
  const refusals: [object, number, string][] = [
    [{ password }, 422, 'same_password'],
    [{ password: '' }, 422, 'weak_password'],
    [{ password: 'short' }, 422, 'weak_password'],
    [{ password: 'x'.repeat(129) }, 400, 'validation_failed'],
    [{ password: newPassword, current_password: 'wrong' }, 400, 'current_password_invalid'],
    [{ password: newPassword, current_password: `${password}\0` }, 400, 'validation_failed'],
    [{ password: newPassword, current_password: 'x'.repeat(900_000) }, 400, 'current_password_invalid'],
    [{ password: 7 }, 400, 'validation_failed'],
  ]
  for (const [change, status, code] of refusals) {
    expect(await put(session, change)).toMatchObject({ status, body: { code } })
  }
  expect((await put(session, { password: newPassword, current_password: password })).status).toBe(200)
})

test('the current password cannot be guessed in an open session', async () => {
  const { id } = await api.account()
  const session = await openTestSession(api, id)
  const guess = (n: number) => put(session, { data: {}, current_password: `guess ${n}` })
  const responses = []
  for (let n = 0; n < 12; n += 1) responses.push((await guess(n)).status)
  expect(responses.slice(0, 9)).toEqual(Array(9).fill(400))
  expect(responses.at(-1)).toBe(429)
})

test('an account without a password sets its first one, with a second factor too', async () => {
  for (const factor of [false, true]) {
    const { id, email } = await api.account()
    await api.db.asService((tx) =>
      tx.updateTable('auth.users').set({ encrypted_password: null }).where('id', '=', id).execute(),
    )
    if (factor) await addFactor(id)
    const session = await openTestSession(api, id)
    expect((await put(session, { password: newPassword })).status).toBe(200)
    expect(await signIn(email, newPassword)).toBe(true)
  }
})

test('with a second factor, changes of address and password require aal2; of metadata they do not', async () => {
  const session = await openTestSession(api)
  await addFactor(session.user.id)
  for (const change of [{ email: 'other@example.com' }, { password: newPassword }, { phone: '447700900123' }]) {
    expect(await put(session, change)).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } })
  }
  expect((await put(session, { data: { name: 'A' } })).status).toBe(200)
  const access_token = await strengthen(api, session.access_token)
  expect(await put(session, { password: newPassword })).toMatchObject({
    status: 401,
    body: { code: 'insufficient_aal' },
  })
  expect((await put({ ...session, access_token }, { password: newPassword })).status).toBe(200)
})

test('two concurrent password changes never mix', async () => {
  const { id, email } = await api.account()
  const session = await openTestSession(api, id)
  const wanted = ['one of two long ones', 'two of two long ones']
  const responses = await Promise.all(wanted.map((password) => put(session, { password })))
  expect(responses.map(({ status }) => status)).toContain(200)
  for (const { status } of responses) expect([200, 409]).toContain(status)
  const fits = [await signIn(email, wanted[0] ?? ''), await signIn(email, wanted[1] ?? '')]
  expect(fits.filter(Boolean)).toHaveLength(1)
})

test('a telephone number cannot be set, since it is not a sign-in method here', async () => {
  const session = await openTestSession(api)
  const refused = await put(session, { phone: '+447700900123' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'phone_provider_disabled' } })
  expect(await put(session, { phone: 'no number' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

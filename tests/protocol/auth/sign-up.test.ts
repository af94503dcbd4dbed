import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { callAuth } from '#tests/fixtures/auth-requests.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'made with care 7'
const anAddress = () => `${randomUUID()}@example.com`

type Answer = { status: number; body: Record<string, unknown> & { id?: string; user_metadata?: object } }

async function signUp(body: object, { at = api, query = '' } = {}): Promise<Answer> {
  const response = await fetch(`${at.url}/auth/v1/signup${query}`, {
    method: 'POST',
    headers: { apikey: at.anonKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function accountsOf(email: string, at = api) {
  return at.db.asService((tx) => tx.selectFrom('auth.users').selectAll().where('email', '=', email).execute())
}

test('a sign-up returns a user without a session, and its address gets an e-mail', async () => {
  const email = anAddress()
  const { data, error } = await api.client().auth.signUp({
    email: email.toUpperCase(),
    password,
    options: { data: { name: 'Ruth' }, emailRedirectTo: 'http://localhost:3000/welcome' },
  })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  const id = data.user?.id
  const metadata = { sub: id, email, email_verified: false, phone_verified: false, name: 'Ruth' }
  expect(data.user).toMatchObject({
    email,
    aud: 'authenticated',
    role: 'authenticated',
    confirmation_sent_at: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [{ id, user_id: id, provider: 'email', email, identity_data: metadata }],
    is_anonymous: false,
  })
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  const [sent, ...more] = await api.emails(email)
  expect(more).toEqual([])
  expect(sent).toMatchObject({ kind: 'verification', data: { redirectTo: 'http://localhost:3000/welcome' } })
  expect(sent?.secrets.token).toMatch(/^[0-9a-f]{56}$/)
})

test('with PKCE the e-mail’s token continues the flow', async () => {
  const email = anAddress()
  await api.client({ flowType: 'pkce' }).auth.signUp({ email, password })
  const [sent] = await api.emails(email)
  expect(sent?.secrets.token).toMatch(/^pkce_/)
})

test('a confirmed address gets the same response as a new one, and no e-mail', { tags: ['S16'] }, async () => {
  const known = await api.account()
  const data = { name: 'Ruth', email: 'else@example.com', nested: { a: [1] } }
  const fake = await signUp({ email: known.email, password, data })
  const real = await signUp({ email: anAddress(), password, data })
  expect([fake.status, real.status]).toEqual([200, 200])
  expect(fake.body.identities).toEqual([])
  expect(fake.body.email).toBe(known.email)
  expect(fake.body.id).not.toBe(known.id)
  const shape = ({ body: { app_metadata, user_metadata = {}, ...more } }: Answer) => ({
    app_metadata,
    told: Object.keys(user_metadata).sort(),
    fields: Object.entries(more).map(([name, value]) => [
      name,
      typeof value,
      name.endsWith('_at') && more.created_at === value,
    ]),
  })
  expect(shape(fake)).toEqual(shape(real))
  expect(fake.body.user_metadata).toMatchObject({ sub: fake.body.id, email: known.email, name: 'Ruth' })
  expect(JSON.stringify(fake.body)).not.toContain('decoy')
  expect(await api.emails(known.email)).toEqual([])
  const [account, ...more] = await accountsOf(known.email)
  expect(more).toEqual([])
  expect(account).toMatchObject({ id: known.id, raw_user_meta_data: { email_verified: true } })
})

test('nothing of that decoy response is stored', async () => {
  const { email } = await api.account()
  await signUp({ email, password })
  const left = await api.db.asService((tx) =>
    tx.selectFrom('auth.users').select('id').where('email', 'like', '%decoy%').execute(),
  )
  expect(left).toEqual([])
})

test('an unconfirmed address gets its e-mail again after a minute, and its account does not change', async () => {
  const email = anAddress()
  const first = await signUp({ email, password, data: { name: 'Ruth' } })
  const soon = await signUp({ email, password: 'another good one 8', data: { name: 'Eve' } })
  expect(soon).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
  expect(soon.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  const [before] = await accountsOf(email)
  await api.setClockAhead(61)
  const again = await signUp({ email, password: 'another good one 8', data: { name: 'Eve' } })
  await api.setClockAhead(0)
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id, user_metadata: { name: 'Ruth' } } })
  expect((await accountsOf(email)).map(({ encrypted_password }) => encrypted_password)).toEqual([
    before?.encrypted_password,
  ])
  const emails = await api.emails(email)
  expect(emails.map(({ kind }) => kind)).toEqual(['verification', 'verification'])
  expect(emails[0]?.secrets.token).not.toBe(emails[1]?.secrets.token)
})

test('a sign-up with an unconfirmed address reveals nothing about its account', async () => {
  const email = anAddress()
  const { body } = await signUp({ email, password })
  const { access_token: token } = await openTestSession(api, String(body.id))
  const phone = { factor_type: 'phone', phone: '+447700900123' }
  for (const [method, path, body] of [
    ['POST', '/factors', phone],
    ['PUT', '/user', { email: `new-${email}` }],
  ] as const) {
    await callAuth(api, method, path, { token, body: body })
  }
  await api.setClockAhead(61)
  const again = await signUp({ email, password })
  await api.setClockAhead(0)
  expect(again.body.id).toBe(body.id)
  expect(Object.keys(again.body).sort()).toEqual(Object.keys(body).sort())
  expect(JSON.stringify(again.body)).not.toMatch(/447700900123|new-/)
})

test('the minute also applies to a confirmed address', async () => {
  const { email } = await api.account()
  expect((await signUp({ email, password })).status).toBe(200)
  expect((await signUp({ email, password })).status).toBe(429)
})

test('without confirmations a new account is signed in immediately, and a known one gets an error', async () => {
  await using open = await startAccountsApi({ settings: { autoconfirm: true } })
  const email = anAddress()
  const { data, error } = await open.client().auth.signUp({ email, password, options: { data: { name: 'Ruth' } } })
  expect(error).toBeNull()
  expect(data.session?.refresh_token).toEqual(expect.any(String))
  expect(data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true },
  })
  expect(await open.emails()).toEqual([])
  const again = await signUp({ email, password }, { at: open })
  expect(again).toEqual({ status: 422, body: { code: 'user_already_exists', message: 'User already registered' } })
  const inTurn = await Promise.all(
    Array.from({ length: 2 }, () => signUp({ email: 'both@example.com', password }, { at: open })),
  )
  expect(inTurn.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await open.client().auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('ten concurrent sign-ups with one address create one account', async () => {
  const email = anAddress()
  const all = await Promise.all(Array.from({ length: 10 }, () => signUp({ email, password })))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 429)).toHaveLength(9)
  expect(await accountsOf(email)).toHaveLength(1)
  expect(await api.emails(email)).toHaveLength(1)
})

test('an invalid sign-up is refused with its error code', async () => {
  const email = anAddress()
  const challenge = randomBytes(32).toString('base64url')
  const rows: [body: object, status: number, code: string, message?: RegExp][] = [
    [{}, 422, 'anonymous_provider_disabled', /^Anonymous sign-ins are disabled$/],
    [{ data: { a: 1 } }, 422, 'anonymous_provider_disabled'],
    [{ email }, 400, 'validation_failed'],
    [{ email, password: '' }, 400, 'validation_failed'],
    [{ email, password: 7 }, 400, 'validation_failed'],
    [{ email, password, data: [] }, 400, 'validation_failed'],
    [{ email, password, data: { name: 'nul\0' } }, 400, 'validation_failed'],
    [{ email, password, data: { name: '\ud800' } }, 400, 'validation_failed'],
    [{ email, password, data: { name: 'x'.repeat(20_000) } }, 400, 'validation_failed'],
    [{ email: 'nobody', password }, 400, 'validation_failed', /^Unable to validate email address: invalid format$/],
    [{ email: `${'a'.repeat(250)}@example.com`, password }, 400, 'validation_failed', /invalid format$/],
    [{ email: 'a@example.com, b@example.com', password }, 400, 'validation_failed', /invalid format$/],
    [{ email: 'a\0@example.com', password }, 400, 'validation_failed'],
    [{ email, phone: '+447700900000', password }, 400, 'validation_failed'],
    [{ phone: '+447700900000', password }, 400, 'phone_provider_disabled'],
    [{ email: 'nobody', password: 'short' }, 422, 'weak_password'],
    [{ phone: '+447700900000', password: 'short' }, 422, 'weak_password'],
    [{ email, password, code_challenge: challenge }, 400, 'validation_failed'],
    [{ email, password, code_challenge_method: 's256' }, 400, 'validation_failed'],
    [{ email, password, code_challenge: 'short', code_challenge_method: 's256' }, 400, 'validation_failed'],
    [{ email, password, code_challenge: `${challenge}é`, code_challenge_method: 's256' }, 400, 'validation_failed'],
    [{ email, password, code_challenge: challenge, code_challenge_method: 's512' }, 400, 'validation_failed'],
  ]
  for (const [body, status, code, message = /./] of rows) {
    const response = { status, body: { code, message: expect.stringMatching(message) } }
    expect(await signUp(body), JSON.stringify(body).slice(0, 120)).toMatchObject(response)
  }
  expect(await accountsOf(email)).toEqual([])
  const hash = createHash('sha256').update('verifier').digest('base64url')
  expect((await signUp({ email, password, code_challenge: hash, code_challenge_method: 'S256' })).status).toBe(200)
})

test('a shop can refuse new accounts', async () => {
  await using closed = await startAccountsApi({ db: api.db, settings: { signups: false } })
  const response = { code: 'signup_disabled', message: 'Signups not allowed for this instance' }
  expect(await signUp({ email: anAddress(), password }, { at: closed })).toEqual({ status: 422, body: response })
})

test('a sign-up cannot set a role, a confirmed address or another id', async () => {
  const email = anAddress()
  const own = {
    role: 'service_role',
    is_admin: true,
    email_verified: true,
    sub: randomUUID(),
    email: 'owner@example.com',
  }
  const { body } = await signUp({
    email,
    password,
    data: { ...own, app_metadata: { role: 'admin' }, provider: 'google' },
    app_metadata: { role: 'admin', providers: ['google'] },
    role: 'service_role',
    id: randomUUID(),
    email_confirm: true,
    user_metadata: { a: 1 },
  })
  const [made] = await accountsOf(email)
  expect(made).toMatchObject({
    role: 'authenticated',
    email_confirmed_at: null,
    is_super_admin: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { email, email_verified: false, sub: made?.id },
  })
  expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  const roles = await api.db.asService((tx) =>
    tx
      .selectFrom('user_roles')
      .select('id')
      .where('user_id', '=', made?.id ?? '')
      .execute(),
  )
  expect(roles).toEqual([])
})

test('the e-mail contains only allowed redirects', async () => {
  for (const redirect of ['https://evil.example/', '//evil.example', 'http://localhost:3000@evil.example/']) {
    const email = anAddress()
    await signUp({ email, password }, { query: `?redirect_to=${encodeURIComponent(redirect)}` })
    expect((await api.emails(email))[0]?.data.redirectTo, redirect).toBe('http://localhost:3000/')
  }
})

test('an address in another script is found at the sign-in', async () => {
  const local = randomUUID()
  const { body } = await signUp({ email: `${local}@bücher.example`, password })
  expect(body.email).toBe(`${local}@xn--bcher-kva.example`)
  const { data } = await api.client().auth.signInWithPassword({ email: `${local}@BÜCHER.example`, password })
  expect(data.user?.id).toBe(body.id)
})

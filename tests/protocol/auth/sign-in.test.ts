import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function signIn(body: object, at = api) {
  const response = await fetch(`${at.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: at.anonKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function change(id: string, columns: object, at = api) {
  return at.db.asService((tx) => tx.updateTable('auth.users').set(columns).where('id', '=', id).execute())
}

async function hashOf(id: string) {
  const { encrypted_password } = await api.db.asService((tx) =>
    tx.selectFrom('auth.users').select('encrypted_password').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return encrypted_password ?? ''
}

test('an address and its password return a session, in any spelling of the address', async () => {
  const { id, email, password } = await api.account()
  const { data, error } = await api.client().auth.signInWithPassword({ email: ` ${email.toUpperCase()} `, password })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, email, role: 'authenticated', identities: [{ provider: 'email' }] })
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  const claims = JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ sub: id, aal: 'aal1', amr: [{ method: 'password', timestamp: expect.any(Number) }] })
})

test('an unknown address, a wrong password, an account without a password and random input get the same response', {
  tags: ['S16'],
}, async () => {
  const { email, password } = await api.account()
  const without = await api.account()
  await change(without.id, { encrypted_password: null })
  const tries = [
    { email: 'nobody@example.com', password },
    { email, password: 'another long one' },
    { email, password: password.toUpperCase() },
    { email, password: `${password} ` },
    { email, password: '' },
    { email },
    { email: without.email, password },
    { email: without.email, password: '' },
    { email: 'no address at all', password },
    { email: `${'a'.repeat(300)}@example.com`, password },
    { email, password: 'x'.repeat(500_000) },
  ]
  for (const body of tries) {
    const response = { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } }
    expect(await signIn(body), JSON.stringify(body).slice(0, 80)).toEqual(response)
  }
  // A text that cannot be stored is refused before any account is read.
  for (const body of [
    { email: 'nul\0@example.com', password },
    { email, password: `${password}\0` },
    { email, password: '\ud800' },
  ]) {
    expect(await signIn(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  }
})

test('an invalid request is refused with its reason', async () => {
  const password = 'a long enough one'
  const refused = { status: 400, body: { code: 'validation_failed' } }
  expect(await signIn({ password })).toMatchObject(refused)
  expect(await signIn({ email: '', phone: '', password })).toMatchObject(refused)
  expect(await signIn({ email: 'a@example.com', phone: '+447700900000', password })).toMatchObject(refused)
  expect(await signIn({ email: 7, password })).toMatchObject(refused)
  expect(await signIn({ phone: '+447700900000', password })).toMatchObject({
    status: 400,
    body: { code: 'phone_provider_disabled' },
  })
})

test('a ban is revealed only with the right password', async () => {
  const { id, email, password } = await api.account()
  await change(id, { banned_until: sql`public.shop_now() + interval '1 hour'` })
  expect(await signIn({ email, password })).toMatchObject({ status: 400, body: { code: 'user_banned' } })
  expect((await signIn({ email, password: 'wrong' })).body.code).toBe('invalid_credentials')
  await change(id, { banned_until: sql`public.shop_now() - interval '1 second'` })
  expect((await signIn({ email, password })).status).toBe(200)
})

test('an account with an unconfirmed address signs in if the shop allows it', async () => {
  const { email, password } = await api.account({ confirmed: false })
  const { status, body } = await signIn({ email, password })
  expect(status).toBe(200)
  expect(body.user).not.toHaveProperty('email_confirmed_at')
  expect(body.user).not.toHaveProperty('confirmed_at')

  await using strict = await startAccountsApi({ db: api.db, settings: { unverifiedSignIn: false } })
  const response = { status: 400, body: { code: 'email_not_confirmed', message: 'Email not confirmed' } }
  expect(await signIn({ email, password }, strict)).toEqual(response)
  expect((await signIn({ email, password: 'wrong' }, strict)).body.code).toBe('invalid_credentials')
})

/** `correct horse` hashed by bcrypt with ten rounds, as in a hosted project. */
const bcrypt = '$2b$10$Y15gQ2iq8azqOGSbGzzX7ONbCK6/WCV4HrptRPXxWVcUfkydeGaAq'

test('a hash of a hosted project is accepted, and replaced by a stronger one', async () => {
  const { id, email } = await api.account()
  await change(id, { encrypted_password: bcrypt })
  expect((await signIn({ email, password: 'correct horsf' })).body.code).toBe('invalid_credentials')
  expect(await hashOf(id)).toBe(bcrypt)
  expect((await signIn({ email, password: 'correct horse' })).status).toBe(200)
  expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn({ email, password: 'correct horse' })).status).toBe(200)
})

test('a weaker argon2id hash is replaced, and one of equal strength stays', async () => {
  const weak = '$argon2id$v=19$m=8192,t=1,p=1$aSKGpNUBuBwR65F3mSIdrw$3t0X6evfAMRjXeITrd4FPx4LNzxR4X9s+OXAE8lR2tE'
  const { id, email, password } = await api.account()
  const strong = await hashOf(id)
  await signIn({ email, password })
  expect(await hashOf(id)).toBe(strong)
  await change(id, { encrypted_password: weak })
  expect((await signIn({ email, password: 'correct horse' })).status).toBe(200)
  expect(await hashOf(id)).toMatch(/m=19456,t=2,p=1/)
})

test('an unreadable hash refuses every password without a 5xx', async () => {
  const { id, email, password } = await api.account()
  const hashes = [
    'plain',
    '$2b$31$Y15gQ2iq8azqOGSbGzzX7ONbCK6/WCV4HrptRPXxWVcUfkydeGaAq',
    '$argon2id$v=19$m=4194304,t=2,p=1$abcdefghijk$abcdefghijklmnopqrstuvwxyz',
    '$2b$',
    '$',
  ]
  for (const encrypted_password of hashes) {
    await change(id, { encrypted_password })
    expect(await signIn({ email, password }), encrypted_password).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials' },
    })
  }
})

test('an old password that would be refused today still signs in, with a warning', async () => {
  const { email, password } = await api.account({ password: 'dragon' })
  const { status, body } = await signIn({ email, password })
  expect(status).toBe(200)
  expect(body.weak_password).toEqual({ reasons: ['pwned'], message: expect.stringContaining('easy to guess') })
})

test('sign-ins and failures are in the auth log, without an address or a password', { tags: ['S44'] }, async () => {
  const { id, email, password } = await api.account()
  await signIn({ email, password: 'wrong one here' })
  await signIn({ email, password })
  await signIn({ email: 'unheard-of@example.com', password })
  const rows = await api.db.asService((tx) => tx.selectFrom('auth.audit_log_entries').select('payload').execute())
  const payloads = rows.map(({ payload }) => payload as { action: string; actor_id: string | null })
  expect(payloads.filter(({ actor_id }) => actor_id === id).map(({ action }) => action)).toEqual([
    'login_failed',
    'login',
  ])
  expect(payloads.some(({ action, actor_id }) => action === 'login_failed' && actor_id === null)).toBe(true)
  const text = JSON.stringify(rows)
  for (const secret of [email, password, 'wrong one here', 'unheard-of']) expect(text).not.toContain(secret)
})

test('eight concurrent sign-ins of one account all succeed', async () => {
  const { email, password } = await api.account()
  const all = await Promise.all(Array.from({ length: 8 }, () => signIn({ email, password })))
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

import { hash as bcrypt } from '@node-rs/bcrypt'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'linen and larkspur'
const began = '2024-03-01 09:15:00.123456+00'

/**
 * Written by `pg_dump --data-only --column-inserts --enable-row-security`, loaded as in
 * docs/decisions/0013-hosted-users.md.
 */
async function load(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: api.db.connectionString, options: '-c role=service_role' })
  await client.connect()
  try {
    await client.query(`SET row_security = on; SELECT pg_catalog.set_config('search_path', '', false)`)
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

type Hosted = { id: string; email: string; encrypted: string }

/** Every column of a hosted project's `auth.users`, in its order; `confirmed_at` is generated and in no dump. */
function userRow({ id, email, encrypted }: Hosted): string {
  return `INSERT INTO auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change,
      email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at,
      phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current,
      email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at,
      is_anonymous)
    VALUES ('00000000-0000-0000-0000-000000000000', '${id}', 'authenticated', 'authenticated', '${email}', '${encrypted}',
      '${began}', NULL, '', '${began}', '', NULL, '', '', NULL, '2025-06-07 08:09:10.111213+00',
      '{"provider": "email", "providers": ["email"]}',
      '{"sub": "${id}", "email": "${email}", "email_verified": true, "phone_verified": false, "size": "10-12"}',
      NULL, '${began}', '${began}', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false);`
}

function identityRow({ id, email }: Hosted): string {
  return `INSERT INTO auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at, id)
    VALUES ('${id}', '${id}',
      '{"sub": "${id}", "email": "${email}", "email_verified": true, "phone_verified": false}', 'email',
      '${began}', '${began}', '${began}', '${crypto.randomUUID()}');`
}

function factorRow({ id }: Hosted, secret: string): string {
  return `INSERT INTO auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret,
      phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data)
    VALUES ('${crypto.randomUUID()}', '${id}', 'Phone', 'totp', 'verified', '${began}', '${began}', '${secret}',
      NULL, '2025-06-07 08:09:10.111213+00', NULL, NULL, NULL);`
}

async function hosted({ rounds = 10 } = {}): Promise<Hosted> {
  const id = crypto.randomUUID()
  const encrypted = (await bcrypt(password, rounds)).replace('$2b$', '$2a$')
  return { id, email: `${id}@example.com`, encrypted }
}

function storedHash(id: string) {
  return api.db.asService((tx) =>
    tx.selectFrom('auth.users').select('encrypted_password').where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

test('a hosted project’s user signs in with the old password, and gets an argon2id hash', async () => {
  const user = await hosted()
  await load(userRow(user), identityRow(user))
  expect((await storedHash(user.id)).encrypted_password).toMatch(/^\$2a\$10\$/)

  const client = api.client()
  const { data, error } = await client.auth.signInWithPassword({ email: user.email, password })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: user.id,
    email: user.email,
    created_at: '2024-03-01T09:15:00.123Z',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { size: '10-12' },
    identities: [{ id: user.id, provider: 'email', identity_data: { email_verified: true } }],
  })
  for (const absent of ['new_email', 'new_phone', 'invited_at', 'banned_until', 'factors'])
    expect(data.user).not.toHaveProperty(absent)
  expect((await storedHash(user.id)).encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect((await api.client().auth.signInWithPassword({ email: user.email.toUpperCase(), password })).error).toBeNull()
})

test('a wrong password is refused and does not change the hash', async () => {
  const user = await hosted()
  await load(userRow(user), identityRow(user))
  const { error } = await api.client().auth.signInWithPassword({ email: user.email, password: `${password}.` })
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect((await storedHash(user.id)).encrypted_password).toBe(user.encrypted)
})

test('earlier orders with the address belong to the user after the import', async () => {
  const user = await hosted({ rounds: 4 })
  const order = await api.db.order({ customer_email: user.email.toUpperCase() })
  await load(userRow(user), identityRow(user))
  const row = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('user_id').where('id', '=', order.id).executeTakeFirst(),
  )
  expect(row).toEqual({ user_id: user.id })
})

test('the authenticator app still works, although its imported secret is unencrypted', async () => {
  const user = await hosted({ rounds: 4 })
  const secret = new Secret({ size: 20 })
  await load(userRow(user), identityRow(user), factorRow(user, secret.base32))
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email, password })
  const { data: factors } = await client.auth.mfa.listFactors()
  const factorId = factors?.totp[0]?.id ?? ''
  const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret }).generate()
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  expect(error).toBeNull()
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2' })
})

test('a factor with a secret that the hosted project encrypted is refused with a message, without a 5xx', async () => {
  const user = await hosted({ rounds: 4 })
  const encrypted = '{"key_id":"k1","alg":"aes-gcm-hkdf","data":"AAAA","nonce":"AAAA"}'
  await load(userRow(user), identityRow(user), factorRow(user, encrypted))
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email, password })
  const { data: factors } = await client.auth.mfa.listFactors()
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factors?.totp[0]?.id ?? '', code: '123456' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
})

test('password reset, change of address and sign-out work for an imported account', async () => {
  const user = await hosted({ rounds: 4 })
  await load(userRow(user), identityRow(user))
  await api.client().auth.resetPasswordForEmail(user.email)
  const [message] = await api.emails(user.email)
  const client = api.client()
  const link = await client.auth.verifyOtp({ type: 'recovery', token_hash: message?.secrets.token ?? '' })
  expect(link.error).toBeNull()
  expect((await client.auth.updateUser({ password: 'another good password' })).error).toBeNull()
  const changed = await client.auth.updateUser({ email: `new-${user.email}` })
  expect(changed.data.user?.new_email).toBe(`new-${user.email}`)
  expect((await client.auth.signOut()).error).toBeNull()
  const again = await api.client().auth.signInWithPassword({ email: user.email, password: 'another good password' })
  expect(again.error).toBeNull()
})

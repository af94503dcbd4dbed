import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { authLinks, password } from '#tests/fixtures/auth-links.ts'
import { anyAddress, claimsIn, followLink, lastEmail, postVerify } from '#tests/fixtures/auth-requests.ts'
import { startMinute } from '../../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { signUp, recovery } = authLinks(() => api)

const expiredLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' }
const expiredCode = { code: 'otp_expired', message: 'Token has expired or is invalid' }

test('an unmodified client confirms its address with the link’s token, once', async () => {
  const { id, token, email } = await signUp()
  expect(token).toMatch(/^[0-9a-f]{56}$/)
  const client = api.client()
  const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: 'signup' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id,
    email,
    user_metadata: { name: 'Amina', email_verified: true, email },
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(data.user?.email_confirmed_at).toBe(data.user?.confirmed_at)
  expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email, email_verified: true } }])
  const claims = claimsIn(data.session?.access_token)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }], email })
  expect((await client.auth.getUser()).data.user?.id).toBe(id)
  const again = await api.client().auth.verifyOtp({ token_hash: token, type: 'signup' })
  expect(again.error).toMatchObject({ status: 403, ...expiredLink })
})

test('an unmodified client confirms it with the code; afterwards neither the code nor the link works', async () => {
  const { email, code, token } = await signUp()
  expect(code).toMatch(/^\d{6}$/)
  const { data, error } = await api
    .client()
    .auth.verifyOtp({ email: email.toUpperCase().replace('EXAMPLE.COM', 'example.com'), token: code, type: 'email' })
  expect(error).toBeNull()
  expect(claimsIn(data.session?.access_token)).toMatchObject({ amr: [{ method: 'otp' }] })
  expect(await postVerify(api, { type: 'signup', email, token: code })).toMatchObject({
    status: 403,
    body: expiredCode,
  })
  expect(await postVerify(api, { type: 'signup', token_hash: token })).toMatchObject({ status: 403, body: expiredLink })
})

test('each type accepts only its own tokens; `email` accepts those of a sign-up and of a magic link', async () => {
  const signedUp = await signUp()
  for (const type of ['recovery', 'magiclink', 'email_change']) {
    expect(await postVerify(api, { type, token_hash: signedUp.token })).toMatchObject({
      status: 403,
      body: expiredLink,
    })
    expect(await postVerify(api, { type, email: signedUp.email, token: signedUp.code })).toMatchObject({
      status: 403,
      body: expiredCode,
    })
  }
  expect((await postVerify(api, { type: 'email', token_hash: signedUp.token })).status).toBe(200)
  const account = await api.account()
  await api.client().auth.signInWithOtp({ email: account.email })
  const magic = await lastEmail(api, account.email)
  expect(await postVerify(api, { type: 'signup', token_hash: magic.token })).toMatchObject({ status: 403 })
  expect((await postVerify(api, { type: 'email', email: account.email, token: magic.code })).status).toBe(200)
})

test('a magic link and a recovery sign in, and confirm an unconfirmed address', async () => {
  const confirmed = await recovery()
  expect((await postVerify(api, { type: 'recovery', token_hash: confirmed.token })).status).toBe(200)
  // Confirmed before: the password is the owner's and stays.
  const again = await api.client().auth.signInWithPassword({ email: confirmed.email, password })
  expect(again.error).toBeNull()
  const unconfirmed = await api.account({ confirmed: false })
  const { token } = await recovery(api, unconfirmed.email)
  const { body } = await postVerify(api, { type: 'recovery', token_hash: token })
  expect(body.user).toMatchObject({ id: unconfirmed.id, email_confirmed_at: expect.any(String) })
})

test('a token expires on time by the shop’s clock', { tags: ['S18'] }, async () => {
  await using rehearsal = await startAccountsApi()
  const early = await recovery(rehearsal)
  const late = await recovery(rehearsal)
  const signedUp = await signUp(anyAddress(), rehearsal)
  await rehearsal.setClockAhead(9 * 60)
  expect((await postVerify(rehearsal, { type: 'recovery', token_hash: early.token })).status).toBe(200)
  await rehearsal.setClockAhead(11 * 60)
  expect(await postVerify(rehearsal, { type: 'recovery', token_hash: late.token })).toMatchObject({
    status: 403,
    body: expiredLink,
  })
  expect(await postVerify(rehearsal, { type: 'recovery', email: late.email, token: late.code })).toMatchObject({
    status: 403,
    body: expiredCode,
  })
  await rehearsal.setClockAhead(23 * 3_600)
  expect((await postVerify(rehearsal, { type: 'signup', token_hash: signedUp.token })).status).toBe(200)
})

const refusedBodies: [string, object, object][] = [
  ['no type', { token_hash: 'a' }, { message: 'Verify requires a verification type' }],
  ['an unknown type', { type: 'nonsense', token_hash: 'a' }, { message: 'Unsupported verification type' }],
  ['a name every object has', { type: 'constructor', token_hash: 'a' }, { message: 'Unsupported verification type' }],
  [
    'neither token nor hash',
    { type: 'signup', email: 'a@b.co' },
    { message: 'Verify requires either a token or a token hash' },
  ],
  [
    'both',
    { type: 'signup', email: 'a@b.co', token: '1', token_hash: 'a' },
    { message: 'Verify requires either a token or a token hash' },
  ],
  [
    'a hash with an address',
    { type: 'signup', email: 'a@b.co', token_hash: 'a' },
    { message: 'Only the token_hash and type should be provided' },
  ],
  ['a hash with a place to go', { type: 'signup', redirect_to: 'x', token_hash: 'a' }, {}],
  ['a telephone’s type by link', { type: 'sms', token_hash: 'a' }, { message: 'Unsupported verification type' }],
  [
    'a code of nobody',
    { type: 'signup', token: '123456' },
    { message: 'Only an email address or phone number should be provided on verify' },
  ],
  [
    'a code of an address and a telephone',
    { type: 'sms', token: '123456', email: 'a@b.co', phone: '+447700900000' },
    {},
  ],
  [
    'no address',
    { type: 'signup', token: '123456', email: 'nobody' },
    { message: 'Unable to validate email address: invalid format' },
  ],
  [
    'no telephone number',
    { type: 'sms', token: '123456', phone: 'abc' },
    { message: 'Invalid phone number format (E.164 required)' },
  ],
  [
    'nor for a changed one',
    { type: 'phone_change', token: '123456', phone: '+0' },
    { message: 'Invalid phone number format (E.164 required)' },
  ],
  ['a type that is no text', { type: 1, token_hash: 'a' }, {}],
]

test.each(refusedBodies)('POST /verify refuses %s as not valid', async (_, body, message) => {
  expect(await postVerify(api, body)).toMatchObject({ status: 400, body: { code: 'validation_failed', ...message } })
})

test('the error for a wrong code or hash reveals nothing about the account, in either version’s format', async () => {
  const { email } = await api.account()
  for (const [type, who] of [
    ['signup', { email }],
    ['recovery', { email: anyAddress() }],
    ['email', { email }],
    ['email_change', { email }],
    ['sms', { phone: '+447700900000' }],
    ['phone_change', { phone: '447700900000' }],
    ['sms', { email }],
  ] as const) {
    const { status, body, headers } = await postVerify(api, { type, token: '123456', ...who })
    expect({ type, status, body }).toEqual({ type, status: 403, body: expiredCode })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
  }
  const old = await postVerify(api, { type: 'signup', token_hash: 'ff' }, { 'x-supabase-api-version': '' })
  expect(old).toMatchObject({ status: 403, body: { code: 403, error_code: 'otp_expired', msg: expiredLink.message } })
  expect(old.headers.get('x-sb-error-code')).toBe('otp_expired')
  expect(old.headers.has('x-supabase-api-version')).toBe(false)
  const client = await api.client().auth.verifyOtp({ phone: '+447700900000', token: '123456', type: 'sms' })
  expect(client.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('additional fields of the client are ignored, and no API key is needed', async () => {
  const { email, code } = await recovery()
  const response = await fetch(`${api.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'recovery',
      email,
      token: code,
      options: { redirectTo: 'x' },
      gotrue_meta_security: { captcha_token: null },
      token_hash: '',
    }),
  })
  expect(response.status).toBe(200)
})

test('a banned user gets the reason, and the link is still valid when the ban is over', async () => {
  const { email, token, code } = await recovery()
  const ban = (until: string) =>
    api.db.asService((tx) =>
      sql`update auth.users set banned_until = ${until}::timestamptz where email = ${email}`.execute(tx),
    )
  await ban('2999-01-01')
  const banned = { status: 403, body: { code: 'user_banned' } }
  expect(await postVerify(api, { type: 'recovery', token_hash: token })).toMatchObject(banned)
  expect(await postVerify(api, { type: 'recovery', email, token: code })).toMatchObject(banned)
  const { fragment } = await followLink(api, { type: 'recovery', token })
  expect(Object.fromEntries(fragment)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  await ban('2000-01-01')
  expect((await postVerify(api, { type: 'recovery', token_hash: token })).status).toBe(200)
})

test('one client may verify thirty links and codes in five minutes', async () => {
  await using limited = await startAccountsApi({ db: api.db, rateLimits: true })
  await startMinute(api.db)
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, each) =>
      each % 2
        ? postVerify(limited, { type: 'signup', token_hash: 'ff' })
        : followLink(limited, { type: 'signup', token: 'ff' }),
    ),
  )
  expect(all.filter(({ status }) => status === 429)).toHaveLength(10)
  const refused = await postVerify(limited, { type: 'signup', token_hash: 'ff' })
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  })
})

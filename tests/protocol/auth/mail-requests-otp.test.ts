import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { freshAddress } from '#tests/fixtures/request-auth-email.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('a new address gets an account without a password, and a link that confirms it and signs in', async () => {
  const email = freshAddress()
  const client = api.client()
  const result = await client.auth.signInWithOtp({ email, options: { data: { name: 'Amina', email: 'x', sub: 'y' } } })
  expect(result).toEqual({ data: { user: null, session: null }, error: null })
  const [sent] = await api.emails(email)
  expect(sent?.kind).toBe('verification')
  expect((await client.auth.signInWithPassword({ email, password: '' })).error).not.toBeNull()
  const { data } = await client.auth.verifyOtp({ type: 'email', email, token: sent?.secrets.code ?? '' })
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } })
  expect(data.user?.user_metadata).toMatchObject({ name: 'Amina', email, email_verified: true, sub: data.user?.id })
  expect(data.user?.identities).toHaveLength(1)
  expect((await client.auth.updateUser({ password: 'my first long password' })).error).toBeNull()
})

test('a confirmed account gets a magic link, an unconfirmed one its confirmation', async () => {
  const [confirmed, waiting] = [await api.account(), await api.account({ confirmed: false })]
  for (const [{ email }, kind, type] of [
    [confirmed, 'magic_link', 'magiclink'],
    [waiting, 'verification', 'signup'],
  ] as const) {
    expect((await api.client().auth.signInWithOtp({ email })).error).toBeNull()
    const [sent] = await api.emails(email)
    expect(sent).toMatchObject({ kind, data: { type } })
    const { data } = await api.client().auth.verifyOtp({ type, token_hash: sent?.secrets.token ?? '' })
    expect(data.user?.email_confirmed_at).toBeDefined()
  }
  // The confirmation removes everything set before it (the account had a password).
  const { error } = await api.client().auth.signInWithPassword(waiting)
  expect(error?.code).toBe('invalid_credentials')
})

test('no account is created if the request or the shop forbids it', async () => {
  await using closed = await startAccountsApi({ settings: { signups: false } })
  const [email, known] = [freshAddress(), await closed.account()]
  const unwanted = await api.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(unwanted.error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
  const shut = await closed.client().auth.signInWithOtp({ email })
  expect(shut.error).toMatchObject({ status: 422, code: 'signup_disabled' })
  expect((await closed.client().auth.signInWithOtp({ email: known.email })).error).toBeNull()
  expect(await api.emails(email)).toEqual([])
  expect(await closed.emails(email)).toEqual([])
})

test('without confirmation e-mails, a new address is confirmed immediately and gets its magic link', async () => {
  await using shop = await startAccountsApi({ settings: { autoconfirm: true } })
  const email = freshAddress()
  expect((await shop.client().auth.signInWithOtp({ email })).error).toBeNull()
  expect((await shop.emails(email)).map(({ kind }) => kind)).toEqual(['magic_link'])
})

test('telephone numbers are validated and refused with a code', async () => {
  const client = api.client()
  const otp = await client.auth.signInWithOtp({ phone: '+447700900123' })
  expect(otp.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  const resent = await client.auth.resend({ type: 'sms', phone: '+447700900123' })
  expect(resent).toMatchObject({ error: null, data: { user: null, session: null } })
  const wrong = await client.auth.resend({ type: 'phone_change', phone: 'my phone' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const newPassword = 'quite another long one'

/** A browser signed in to a new account; without `addressed` it has no address, as an OAuth provider may give none. */
async function signedIn(
  at = api,
  { confirmed = true, addressed = true, flowType = 'implicit' as 'implicit' | 'pkce' } = {},
) {
  const { id, email } = await at.account({ confirmed })
  const client = at.client({ flowType })
  await client.auth.setSession(await openTestSession(at, id))
  const nowhere = { email: null, email_confirmed_at: null }
  if (!addressed)
    await at.db.asService((tx) => tx.updateTable('auth.users').set(nowhere).where('id', '=', id).execute())
  return { id, email, client, auth: client.auth }
}

function freshAddress() {
  return `${crypto.randomUUID()}@example.com`
}

/** The token of the last e-mail to an address. */
async function tokenTo(address: string, at = api): Promise<string> {
  return (await at.emails(address)).at(-1)?.secrets.token ?? ''
}

test('an address changes when both the old and the new one have confirmed', async () => {
  const { email, auth } = await signedIn()
  const wanted = freshAddress()
  const emailRedirectTo = 'http://localhost:3000/account'
  const { data, error } = await auth.updateUser({ email: wanted.toUpperCase() }, { emailRedirectTo })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, new_email: wanted })
  expect(data.user?.email_change_sent_at).toBeDefined()
  const emails = [...(await api.emails(email)), ...(await api.emails(wanted))]
  expect(emails.map(({ kind, data }) => [kind, data])).toMatchObject([
    ['email_change', { which: 'current', newEmail: wanted, type: 'email_change', redirectTo: emailRedirectTo }],
    ['email_change', { which: 'new', newEmail: wanted, type: 'email_change', redirectTo: emailRedirectTo }],
  ])
  const elsewhere = api.client().auth
  const half = await elsewhere.verifyOtp({ type: 'email_change', token_hash: await tokenTo(email) })
  expect(half).toMatchObject({ data: { session: null }, error: null })
  const done = await elsewhere.verifyOtp({ type: 'email_change', token_hash: await tokenTo(wanted) })
  expect(done.data.user).toMatchObject({ email: wanted })
  expect(done.data.user?.new_email).toBeUndefined()
  expect(done.data.user?.identities?.[0]?.identity_data).toMatchObject({ email: wanted, email_verified: true })
})

test('an account without an address needs only the new address’s confirmation', async () => {
  const { email, auth } = await signedIn(api, { addressed: false })
  const wanted = freshAddress()
  expect((await auth.updateUser({ email: wanted })).error).toBeNull()
  expect(await api.emails(email)).toEqual([])
  const { data } = await api.client().auth.verifyOtp({ type: 'email_change', token_hash: await tokenTo(wanted) })
  expect(data.user).toMatchObject({ email: wanted })
  expect(data.session).not.toBeNull()
})

test('a taken address is refused, and the e-mails of two callers keep their delay', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const taken = await one.auth.updateUser({ email: two.email })
  expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
  expect(taken.error?.message).toBe('A user with this email address has already been registered')
  const wanted = freshAddress()
  expect((await one.auth.updateUser({ email: wanted })).error).toBeNull()
  for (const { auth } of [one, two]) {
    const { error } = await auth.updateUser({ email: wanted })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  }
  const other = await one.auth.updateUser({ email: freshAddress() })
  expect(other.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(await api.emails(wanted)).toHaveLength(1)
  expect(await api.emails(two.email)).toEqual([])
})

test('a refused change applies none of its other fields', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const { error } = await one.auth.updateUser({ email: two.email, password: newPassword, data: { name: 'A' } })
  expect(error?.code).toBe('email_exists')
  const { data } = await one.auth.getUser()
  expect(data.user?.user_metadata).not.toHaveProperty('name')
  expect((await api.client().auth.signInWithPassword({ email: one.email, password: newPassword })).error).not.toBeNull()
  expect(await api.emails(one.email)).toEqual([])
})

test('two users who request one address concurrently both get an e-mail, and one gets the address', async () => {
  const [one, two] = [await signedIn(api, { addressed: false }), await signedIn(api, { addressed: false })]
  const wanted = freshAddress()
  const responses = await Promise.all([one, two].map(({ auth }) => auth.updateUser({ email: wanted })))
  expect(responses.map(({ error }) => error?.status ?? 200).sort()).toEqual([200, 429])
})

test('with PKCE the e-mails’ links return a code, which the requesting browser exchanges', async () => {
  const { email, auth } = await signedIn(api, { flowType: 'pkce', addressed: false })
  const wanted = freshAddress()
  expect((await auth.updateUser({ email: wanted })).error).toBeNull()
  expect(await api.emails(email)).toEqual([])
  const token = await tokenTo(wanted)
  expect(token).toMatch(/^pkce_/)
  const followed = await fetch(`${api.url}/auth/v1/verify?type=email_change&token=${token}`, { redirect: 'manual' })
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { data, error } = await auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(wanted)
})

test('without confirmation e-mails an address changes immediately', async () => {
  await using shop = await startAccountsApi({ settings: { autoconfirm: true } })
  const { auth } = await signedIn(shop)
  const wanted = freshAddress()
  const { data, error } = await auth.updateUser({ email: wanted })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: wanted })
  expect(data.user?.new_email).toBeUndefined()
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: wanted, email_verified: true })
  expect(await shop.emails()).toEqual([])
  const rivals = await Promise.all([signedIn(shop), signedIn(shop), signedIn(shop)])
  const one = freshAddress()
  const responses = await Promise.all(rivals.map((rival) => rival.auth.updateUser({ email: one })))
  expect(responses.map(({ error: refused }) => refused?.code ?? 'ok').sort()).toEqual([
    'email_exists',
    'email_exists',
    'ok',
  ])
})

test('a six-digit code by e-mail allows one password change within ten minutes and five attempts', async () => {
  const { email, auth } = await signedIn()
  expect((await auth.reauthenticate()).error).toBeNull()
  const again = await auth.reauthenticate()
  expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  const [sent, ...others] = await api.emails(email)
  expect(others).toEqual([])
  expect(sent?.kind).toBe('reauthentication')
  const nonce = sent?.secrets.code ?? ''
  expect(nonce).toMatch(/^\d{6}$/)
  const wrong = nonce === '123456' ? '123457' : '123456'
  const refused = await auth.updateUser({ password: newPassword, nonce: wrong })
  expect(refused.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  expect((await auth.updateUser({ password: newPassword, nonce })).error).toBeNull()
  const twice = await auth.updateUser({ password: `${newPassword} still`, nonce })
  expect(twice.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
})

test('five wrong attempts void the code, also concurrent ones', async () => {
  const { email, auth } = await signedIn()
  await auth.reauthenticate()
  const nonce = (await api.emails(email))[0]?.secrets.code ?? ''
  const guesses = Array.from({ length: 12 }, (_, index) => String(index + (nonce < '500000' ? 900_000 : 100_000)))
  const responses = await Promise.all(guesses.map((guess) => auth.updateUser({ password: newPassword, nonce: guess })))
  expect(new Set(responses.map(({ error }) => error?.code))).toEqual(new Set(['reauthentication_not_valid']))
  const late = await auth.updateUser({ password: newPassword, nonce })
  expect(late.error?.code).toBe('reauthentication_not_valid')
})

test('the code signs no user in, and is valid for one account only', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  await one.auth.reauthenticate()
  const [sent] = await api.emails(one.email)
  const { code = '', token = '' } = sent?.secrets ?? {}
  expect((await two.auth.updateUser({ password: newPassword, nonce: code })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  const stranger = api.client().auth
  for (const type of ['email', 'recovery', 'magiclink', 'signup', 'email_change', 'reauthentication'] as 'email'[]) {
    expect((await stranger.verifyOtp({ type, token_hash: token })).data.session).toBeNull()
    expect((await stranger.verifyOtp({ type, email: one.email, token: code })).data.session).toBeNull()
  }
})

test('the code expires after ten minutes', async () => {
  await using shop = await startAccountsApi()
  const { email, auth } = await signedIn(shop)
  await auth.reauthenticate()
  const nonce = (await shop.emails(email))[0]?.secrets.code ?? ''
  await shop.setClockAhead(601)
  const late = await auth.updateUser({ password: newPassword, nonce })
  expect(late.error?.code).toBe('reauthentication_not_valid')
  expect((await auth.reauthenticate()).error).toBeNull()
})

test('an account without a confirmed address gets no code', async () => {
  const unconfirmed = await signedIn(api, { confirmed: false })
  expect((await unconfirmed.auth.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' })
  const nowhere = await signedIn()
  await api.db.asService((tx) =>
    tx.updateTable('auth.users').set({ email: null }).where('id', '=', nowhere.id).execute(),
  )
  const { error } = await nowhere.auth.reauthenticate()
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(error?.message).toBe('Reauthentication requires the user to have an email or a phone number')
})

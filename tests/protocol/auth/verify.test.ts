import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAddress, callAuth, claimsIn, followLink, lastLetter, postVerify } from '#tests/fixtures/account-letters.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'a long enough one'
const expiredLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' }
const expiredCode = { code: 'otp_expired', message: 'Token has expired or is invalid' }
const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

async function signUp(email = anyAddress(), at = api) {
  const { data, error } = await at.client().auth.signUp({ email, password, options: { data: { name: 'Amina' } } })
  if (error || !data.user) throw error ?? new Error('No user')
  return { id: data.user.id, ...(await lastLetter(at, email)), email }
}

async function recovery(at = api, email?: string) {
  const account = email ? { email } : await at.account()
  await at.client().auth.resetPasswordForEmail(account.email)
  return { ...account, ...(await lastLetter(at, account.email)) }
}

async function changeOfAddress({ confirmed = true } = {}) {
  const account = await api.account({ confirmed })
  const session = await openTestSession(api, account.id)
  const newEmail = anyAddress()
  const { status } = await callAuth(api, 'PUT', '/user', { token: session.access_token, body: { email: newEmail } })
  expect(status).toBe(200)
  return { ...account, session, newEmail, toNew: await lastLetter(api, newEmail) }
}

async function userRow(id: string, at = api) {
  return at.db.asService((tx) => tx.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
}

async function count(table: 'sessions' | 'one_time_tokens' | 'mfa_factors' | 'identities', userId: string) {
  const { rows } = await api.db.asService((tx) =>
    sql<{ n: number }>`select count(*)::int as n from auth.${sql.raw(table)} where user_id = ${userId}`.execute(tx),
  )
  return rows[0]?.n
}

// --- Confirming a sign-up

test('an unmodified client confirms its address by the link’s token, once', async () => {
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

test('an unmodified client confirms it by the code, which cannot be used again, nor can the link', async () => {
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

test('each type redeems its own tokens alone; `email` takes a sign-up’s and a magic link’s', async () => {
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
  const magic = await lastLetter(api, account.email)
  expect(await postVerify(api, { type: 'signup', token_hash: magic.token })).toMatchObject({ status: 403 })
  expect((await postVerify(api, { type: 'email', email: account.email, token: magic.code })).status).toBe(200)
})

test('a magic link and a recovery sign in, and confirm an address that was not', async () => {
  const confirmed = await recovery()
  expect((await postVerify(api, { type: 'recovery', token_hash: confirmed.token })).status).toBe(200)
  // Confirmed before: the password is hers and stays.
  const again = await api.client().auth.signInWithPassword({ email: confirmed.email, password })
  expect(again.error).toBeNull()
  const unconfirmed = await api.account({ confirmed: false })
  const { token } = await recovery(api, unconfirmed.email)
  const { body } = await postVerify(api, { type: 'recovery', token_hash: token })
  expect(body.user).toMatchObject({ id: unconfirmed.id, email_confirmed_at: expect.any(String) })
})

test('a token lives for its time by the shop’s clock and no longer', async () => {
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

// --- Guessing

test('five wrong codes void a code and not its link; a right fifth one is still taken', async () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const tried = await recovery()
  for (let each = 0; each < 4; each += 1) {
    expect(await postVerify(api, { type: 'recovery', email: tried.email, token: wrong(tried.code) })).toMatchObject({
      status: 403,
      body: expiredCode,
    })
  }
  expect((await postVerify(api, { type: 'recovery', email: tried.email, token: tried.code })).status).toBe(200)
  const voided = await recovery()
  for (let each = 0; each < 5; each += 1)
    await postVerify(api, { type: 'recovery', email: voided.email, token: wrong(voided.code) })
  expect(await postVerify(api, { type: 'recovery', email: voided.email, token: voided.code })).toMatchObject({
    status: 403,
    body: expiredCode,
  })
  expect((await postVerify(api, { type: 'recovery', token_hash: voided.token })).status).toBe(200)
})

test('sixty guesses at once are five guesses', async () => {
  const { email, code } = await recovery()
  const wrong = String((Number(code) + 7) % 1_000_000).padStart(6, '0')
  await Promise.all(Array.from({ length: 60 }, () => postVerify(api, { type: 'recovery', email, token: wrong })))
  const { rows } = await api.db.asService((tx) =>
    sql`select attempts from auth.one_time_tokens where relates_to = ${email}`.execute(tx),
  )
  expect(rows).toEqual([{ attempts: 5 }])
  expect((await postVerify(api, { type: 'recovery', email, token: code })).status).toBe(403)
})

test('of twenty that come at once with one link, or one code, exactly one is signed in', async () => {
  const byLink = await signUp()
  const links = await Promise.all(
    Array.from({ length: 20 }, () => postVerify(api, { type: 'signup', token_hash: byLink.token })),
  )
  expect(links.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
  expect(await count('sessions', byLink.id)).toBe(1)
  const byCode = await signUp()
  const body = { type: 'signup', email: byCode.email, token: byCode.code }
  const codes = await Promise.all(Array.from({ length: 20 }, () => postVerify(api, body)))
  expect(codes.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
  expect(await count('sessions', byCode.id)).toBe(1)
  const { email, token } = await recovery()
  const followed = await Promise.all(Array.from({ length: 20 }, () => followLink(api, { type: 'recovery', token })))
  expect(followed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  expect(followed.filter(({ fragment }) => fragment.get('error_code') === 'otp_expired')).toHaveLength(19)
  expect(email).toBeTruthy()
})

test('of a link and its code at once, one is taken', async () => {
  const { email, token, code } = await recovery()
  const all = await Promise.all([
    postVerify(api, { type: 'recovery', token_hash: token }),
    postVerify(api, { type: 'recovery', email, token: code }),
    followLink(api, { type: 'recovery', token }),
  ])
  const successes = all.filter((each) => ('fragment' in each ? each.fragment.has('access_token') : each.status === 200))
  expect(successes).toHaveLength(1)
})

test('a new letter ends the one before it', async () => {
  await using rehearsal = await startAccountsApi()
  const first = await recovery(rehearsal)
  await rehearsal.setClockAhead(61)
  const second = await recovery(rehearsal, first.email)
  expect(second.token).not.toBe(first.token)
  expect((await postVerify(rehearsal, { type: 'recovery', token_hash: first.token })).status).toBe(403)
  expect((await postVerify(rehearsal, { type: 'recovery', token_hash: second.token })).status).toBe(200)
})

// --- Refusals

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

test.each(refusedBodies)('POST /verify refuses %s as not valid', async (_, body, said) => {
  expect(await postVerify(api, body)).toMatchObject({ status: 400, body: { code: 'validation_failed', ...said } })
})

test('a wrong code or hash is refused in words that say nothing of the account, in either version’s form', async () => {
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

test('what the client adds to the body is passed over, and no key is needed', async () => {
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

test('a banned user is told so, and her link is still good when the ban is over', async () => {
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

test('thirty verifications of one client in five minutes, links and codes together, and then a pause', async () => {
  await using limited = await startAccountsApi({ db: api.db, rateLimits: true })
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

// --- Changing the address

test('a change of address takes both links; the second swaps it everywhere and ends every other session', async () => {
  const { id, email, newEmail, session, toNew } = await changeOfAddress()
  const toOld = await lastLetter(api, email)
  await openTestSession(api, id)
  const first = await postVerify(api, { type: 'email_change', token_hash: toNew.token })
  expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { msg: halfWay, code: '200' } })
  expect(await userRow(id)).toMatchObject({ email, email_change: newEmail })
  expect(await count('sessions', id)).toBe(2)
  // The same address twice is not both.
  expect((await postVerify(api, { type: 'email_change', token_hash: toNew.token })).status).toBe(403)
  const { status, body } = await postVerify(api, { type: 'email_change', token_hash: toOld.token })
  expect({ status, user: body.user }).toMatchObject({
    status: 200,
    user: {
      email: newEmail,
      identities: [{ identity_data: { email: newEmail, email_verified: true }, email: newEmail }],
    },
  })
  expect(body.user).not.toHaveProperty('new_email')
  expect(claimsIn(body.access_token)).toMatchObject({ email: newEmail, amr: [{ method: 'otp' }] })
  expect(await count('sessions', id)).toBe(1)
  expect((await callAuth(api, 'GET', '/user', { token: session.access_token })).body).toMatchObject({
    code: 'session_not_found',
  })
  expect((await api.client().auth.signInWithPassword({ email: newEmail, password })).error).toBeNull()
})

test('codes do it as well, in the other order, each by the address it was sent to', async () => {
  const { email, newEmail, toNew, id } = await changeOfAddress()
  const toOld = await lastLetter(api, email)
  expect((await postVerify(api, { type: 'email_change', email, token: toNew.code })).status).toBe(403)
  const first = await postVerify(api, { type: 'email_change', email, token: toOld.code })
  expect(first.body).toEqual({ msg: halfWay, code: '200' })
  const client = api.client()
  const { data, error } = await client.auth.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, email: newEmail })
})

test('both links at once change it, and one of the two is signed in', async () => {
  const { email, newEmail, toNew, id } = await changeOfAddress()
  const toOld = await lastLetter(api, email)
  const both = await Promise.all(
    [toNew, toOld].map(({ token }) => postVerify(api, { type: 'email_change', token_hash: token })),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both.filter(({ body }) => 'access_token' in body)).toHaveLength(1)
  expect(await userRow(id)).toMatchObject({ email: newEmail, email_change: '' })
})

test('asking anew begins both confirmations anew: one mailbox read twice is not two', async () => {
  await using rehearsal = await startAccountsApi()
  const account = await rehearsal.account()
  const { access_token: token } = await openTestSession(rehearsal, account.id)
  const newEmail = anyAddress()
  const ask = () => callAuth(rehearsal, 'PUT', '/user', { token, body: { email: newEmail } })
  await ask()
  const first = await lastLetter(rehearsal, newEmail)
  expect((await postVerify(rehearsal, { type: 'email_change', token_hash: first.token })).body).toMatchObject({
    msg: halfWay,
  })
  await rehearsal.setClockAhead(61)
  expect((await ask()).status).toBe(200)
  const second = await lastLetter(rehearsal, newEmail)
  expect((await postVerify(rehearsal, { type: 'email_change', token_hash: second.token })).body).toMatchObject({
    msg: halfWay,
  })
  expect((await userRow(account.id, rehearsal)).email).toBe(account.email)
})

test('an account without a confirmed address has only the new one to ask, and ends what was there before', async () => {
  const { id, email, newEmail, toNew } = await changeOfAddress({ confirmed: false })
  expect(await api.letters(email)).toEqual([])
  const { status, body } = await postVerify(api, { type: 'email_change', token_hash: toNew.token })
  expect({ status, user: body.user }).toMatchObject({
    status: 200,
    user: { email: newEmail, email_confirmed_at: expect.any(String) },
  })
  expect(await count('sessions', id)).toBe(1)
  expect((await userRow(id)).encrypted_password).toBeNull()
})

test('an address that somebody else took meanwhile is refused, and the account keeps its own', async () => {
  const { id, email, newEmail, toNew } = await changeOfAddress()
  const toOld = await lastLetter(api, email)
  await postVerify(api, { type: 'email_change', token_hash: toOld.token })
  await api.account({ email: newEmail })
  expect(await postVerify(api, { type: 'email_change', token_hash: toNew.token })).toMatchObject({
    status: 422,
    body: { code: 'email_exists' },
  })
  expect((await userRow(id)).email).toBe(email)
})

// --- Taking over an account before it is confirmed

test('a stranger who signed up with somebody’s address has nothing left once she confirms it', async () => {
  const victim = anyAddress()
  const { id, token } = await signUp(victim)
  const stranger = api.client()
  const { data: entered } = await stranger.auth.signInWithPassword({ email: victim, password })
  expect(entered.session?.user.id).toBe(id)
  await api.db.asService(async (tx) => {
    await tx
      .insertInto('auth.mfa_factors')
      .values({ user_id: id, factor_type: 'totp', status: 'verified', secret: 'x' })
      .execute()
    const identity_data = JSON.stringify({ sub: 'stranger', email: 'stranger@example.com' })
    await tx
      .insertInto('auth.identities')
      .values({ user_id: id, provider: 'google', provider_id: crypto.randomUUID(), identity_data })
      .execute()
    const waits = { provider_type: 'google', authentication_method: 'oauth' }
    await tx
      .insertInto('auth.flow_state')
      .values([
        { ...waits, linking_target_id: id },
        { ...waits, user_id: id },
      ])
      .execute()
  })
  const moved = anyAddress()
  const asked = await callAuth(api, 'PUT', '/user', { token: await accessToken(id), body: { email: moved } })
  expect(asked.status).toBe(200)
  const strangersLink = await lastLetter(api, moved)

  // She reads her mail and presses the button.
  const her = api.client()
  const { data, error } = await her.auth.verifyOtp({ token_hash: token, type: 'signup' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, email: victim, app_metadata: { provider: 'email', providers: ['email'] } })
  expect(data.user?.factors).toBeUndefined()

  const old = { token: entered.session?.access_token ?? '' }
  expect((await callAuth(api, 'GET', '/user', old)).body).toMatchObject({ code: 'session_not_found' })
  const { error: refreshed } = await stranger.auth.refreshSession({
    refresh_token: entered.session?.refresh_token ?? '',
  })
  expect(refreshed?.status).toBe(400)
  expect((await api.client().auth.signInWithPassword({ email: victim, password })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  expect(await postVerify(api, { type: 'email_change', token_hash: strangersLink.token })).toMatchObject({
    status: 403,
  })
  expect(await postVerify(api, { type: 'email_change', email: moved, token: strangersLink.code })).toMatchObject({
    status: 403,
  })
  expect([await count('mfa_factors', id), await count('identities', id), await count('sessions', id)]).toEqual([
    0, 1, 1,
  ])
  expect(await userRow(id)).toMatchObject({ email: victim, email_change: '', encrypted_password: null })
  const flows = await api.db.asService((tx) =>
    sql`select from auth.flow_state where user_id = ${id} or linking_target_id = ${id}`.execute(tx),
  )
  expect(flows.rows).toEqual([])

  // The password lives again only if she types it.
  expect((await her.auth.updateUser({ password: 'a password of her own' })).error).toBeNull()
  expect((await api.client().auth.signInWithPassword({ email: victim, password })).error).not.toBeNull()
  expect(
    (await api.client().auth.signInWithPassword({ email: victim, password: 'a password of her own' })).error,
  ).toBeNull()
  expect((await her.auth.getUser()).data.user?.id).toBe(id)
})

async function accessToken(userId: string) {
  // A second device of the stranger, without the factor he enrolled.
  await api.db.asService((tx) =>
    sql`update auth.mfa_factors set status = 'unverified' where user_id = ${userId}`.execute(tx),
  )
  return (await openTestSession(api, userId)).access_token
}

test('nobody gets in between by being quick: signing in while she confirms leaves no session but hers', async () => {
  const { id, email, token } = await signUp()
  const stranger = () => callAuth(api, 'POST', '/token?grant_type=password', { body: { email, password } })
  const [confirmed] = await Promise.all([
    postVerify(api, { type: 'signup', token_hash: token }),
    ...Array.from({ length: 6 }, stranger),
  ])
  expect(confirmed.status).toBe(200)
  const hers = claimsIn(confirmed.body.access_token).session_id
  const { rows } = await api.db.asService((tx) =>
    sql<{ id: string }>`select id from auth.sessions where user_id = ${id}`.execute(tx),
  )
  expect(rows).toEqual([{ id: hers }])
})

test('a link sent before the address was confirmed another way, or the password changed, is void', async () => {
  const account = await api.account({ confirmed: false })
  await api.client().auth.signInWithOtp({ email: account.email })
  const signUpLink = await lastLetter(api, account.email)
  const recovering = await recovery(api, account.email)
  expect((await postVerify(api, { type: 'recovery', token_hash: recovering.token })).status).toBe(200)
  expect((await postVerify(api, { type: 'signup', token_hash: signUpLink.token })).status).toBe(403)
  const other = await recovery()
  const { data } = await api.client().auth.signInWithPassword({ email: other.email, password })
  const { status } = await callAuth(api, 'PUT', '/user', {
    token: data.session?.access_token ?? '',
    body: { password: 'quite another one' },
  })
  expect(status).toBe(200)
  expect((await postVerify(api, { type: 'recovery', token_hash: other.token })).status).toBe(403)
})

test('tokens, codes and flows stand in the database as hashes alone', async () => {
  const { token, code, email } = await signUp()
  const { rows } = await api.db.asService((tx) =>
    sql<{
      row: string
    }>`select row_to_json(t)::text as row from auth.one_time_tokens t where relates_to = ${email}`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(token)
  expect(rows[0]?.row).not.toContain(`"${code}"`)
})

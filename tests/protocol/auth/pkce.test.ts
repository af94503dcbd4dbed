import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { password, pkceLinks, redirectTo, verifier } from '#tests/fixtures/auth-links.ts'
import { anyAddress, callAuth, claimsIn, followLink, lastEmail, postVerify } from '#tests/fixtures/auth-requests.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { exchange, codeOf } = pkceLinks(() => api)

const unknownFlow = {
  code: 'flow_state_not_found',
  message: 'invalid flow state, no valid flow state found',
}

async function flowsOf(userId: string) {
  const { rows } = await api.db.asService((tx) =>
    sql<Record<string, unknown>>`select * from auth.flow_state where user_id = ${userId}`.execute(tx),
  )
  return rows
}

test('an unmodified client signs up, follows the link to its page and exchanges the code there', async () => {
  const client = api.client({ flowType: 'pkce' })
  const email = anyAddress()
  const { data: signedUp } = await client.auth.signUp({ email, password, options: { emailRedirectTo: redirectTo } })
  const { token, data } = await lastEmail(api, email)
  expect(token).toMatch(/^pkce_[0-9a-f]{56}$/)
  const { status, query, fragment, location } = await followLink(api, {
    token,
    type: 'signup',
    redirect_to: data.redirectTo ?? '',
  })
  expect({ status, tab: query.get('tab'), hash: fragment.toString() }).toEqual({ status: 303, tab: 'orders', hash: '' })
  expect(location.startsWith(redirectTo)).toBe(true)
  const { data: entered, error } = await client.auth.exchangeCodeForSession(query.get('code') ?? '')
  expect(error).toBeNull()
  expect(entered.user).toMatchObject({ id: signedUp.user?.id, email, email_confirmed_at: expect.any(String) })
  expect(claimsIn(entered.session?.access_token)).toMatchObject({ amr: [{ method: 'otp' }], aal: 'aal1' })
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  expect(await flowsOf(entered.user?.id ?? '')).toEqual([])
})

test('a recovery, a magic link and a change of address work the same way', async () => {
  const account = await api.account()
  const client = api.client({ flowType: 'pkce' })
  await client.auth.resetPasswordForEmail(account.email, { redirectTo })
  const recovery = await lastEmail(api, account.email)
  const { query } = await followLink(api, { token: recovery.token, type: 'recovery', redirect_to: redirectTo })
  const recovered = await client.auth.exchangeCodeForSession(query.get('code') ?? '')
  expect(recovered.data).toMatchObject({ redirectType: 'recovery', user: { email: account.email } })

  await client.auth.signInWithOtp({ email: account.email, options: { emailRedirectTo: redirectTo } })
  const magic = await lastEmail(api, account.email)
  const followed = await followLink(api, { token: magic.token, type: 'magiclink', redirect_to: redirectTo })
  expect((await client.auth.exchangeCodeForSession(followed.query.get('code') ?? '')).error).toBeNull()

  const newEmail = anyAddress()
  await client.auth.updateUser({ email: newEmail }, { emailRedirectTo: redirectTo })
  const [toOld, toNew] = [await lastEmail(api, account.email), await lastEmail(api, newEmail)]
  const first = await followLink(api, { token: toOld.token, type: 'email_change', redirect_to: redirectTo })
  expect(first.query.get('message')).toBe(
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  )
  expect(first.query.has('code')).toBe(false)
  expect(Object.fromEntries(first.fragment)).toEqual({ message: first.query.get('message'), sb: '' })
  const second = await followLink(api, { token: toNew.token, type: 'email_change', redirect_to: redirectTo })
  const changed = await client.auth.exchangeCodeForSession(second.query.get('code') ?? '')
  expect(changed.error).toBeNull()
  expect(changed.data.user?.email).toBe(newEmail)
  expect(await flowsOf(account.id)).toEqual([])
})

test('the exchange creates the session; following the link alone does not', async () => {
  const { id, code, verifier: text } = await codeOf()
  const sessions = () => api.db.asService((tx) => sql`select from auth.sessions where user_id = ${id}`.execute(tx))
  expect((await sessions()).rows).toHaveLength(0)
  const { status, body } = await exchange(code, text)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
    user: { id },
  })
  expect(body).not.toHaveProperty('provider_token')
  expect((await sessions()).rows).toHaveLength(1)
})

test('a code works once; of twenty concurrent exchanges exactly one succeeds', async () => {
  const once = await codeOf()
  expect((await exchange(once.code, once.verifier)).status).toBe(200)
  expect(await exchange(once.code, once.verifier)).toMatchObject({ status: 404, body: unknownFlow })
  const raced = await codeOf()
  const all = await Promise.all(Array.from({ length: 20 }, () => exchange(raced.code, raced.verifier)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
})

test('a wrong verifier, also another flow’s, is refused and does not consume the code', async () => {
  const [mine, other] = [await codeOf(), await codeOf()]
  const refused = {
    status: 400,
    body: { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' },
  }
  expect(await exchange(mine.code, 'a'.repeat(112))).toMatchObject(refused)
  expect(await exchange(mine.code, other.verifier)).toMatchObject(refused)
  expect(await exchange(mine.code, createHash('sha256').update(mine.verifier).digest('base64url'))).toMatchObject(
    refused,
  )
  expect((await exchange(mine.code, mine.verifier)).status).toBe(200)
  expect((await exchange(other.code, other.verifier)).status).toBe(200)
})

test('the methods are s256 and plain, in any case', async () => {
  const upper = await codeOf({ method: 'S256' })
  expect((await exchange(upper.code, upper.verifier)).status).toBe(200)
  const text = randomBytes(40).toString('hex')
  const plain = await codeOf({ method: 'PLAIN', challenge: text })
  expect(await exchange(plain.code, `${text.slice(0, -1)}x`)).toMatchObject({ status: 400 })
  expect((await exchange(plain.code, text)).status).toBe(200)
})

test('empty fields, an unknown code and an invalid code have the errors of the protocol, in both formats', async () => {
  const empty = 'invalid request: both auth code and code verifier should be non-empty'
  for (const [code, text] of [
    ['', 'x'],
    ['x', ''],
    [undefined, undefined],
    [null, null],
  ]) {
    expect(await exchange(code, text)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: empty },
    })
  }
  expect(await exchange(randomUUID(), verifier().text)).toMatchObject({ status: 404, body: unknownFlow })
  expect(await exchange("'; drop table auth.flow_state; --", 'x')).toMatchObject({ status: 404, body: unknownFlow })
  expect(await exchange({ not: 'text' }, 'x')).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  const old = await exchange(randomUUID(), verifier().text, api, { 'x-supabase-api-version': '' })
  expect(old).toMatchObject({
    status: 404,
    body: { code: 404, error_code: unknownFlow.code, msg: unknownFlow.message },
  })
})

test('a code can be exchanged for five minutes after the click on the link, by the shop’s clock', async () => {
  await using rehearsal = await startAccountsApi()
  const sent = await askAt(rehearsal)
  // The e-mail was nine minutes old; the five minutes start with the click.
  await rehearsal.setClockAhead(9 * 60)
  const { query } = await followLink(rehearsal, { type: 'recovery', token: sent.token })
  await rehearsal.setClockAhead(9 * 60 + 290)
  const late = await codeOf({ at: rehearsal })
  expect((await exchange(query.get('code'), sent.verifier, rehearsal)).status).toBe(200)
  await rehearsal.setClockAhead(9 * 60 + 290 + 301)
  expect(await exchange(late.code, late.verifier, rehearsal)).toMatchObject({
    status: 422,
    body: { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
  })
})

async function askAt(at: AccountsApi) {
  const { email } = await at.account()
  const made = verifier()
  await callAuth(at, 'POST', '/recover', {
    body: { email, code_challenge: made.challenge, code_challenge_method: 's256' },
  })
  return { verifier: made.text, token: (await lastEmail(at, email)).token }
}

test('a provider’s sign-in expires five minutes after its start, and its tokens come with the session', async () => {
  const { id } = await api.account()
  const made = verifier()
  const begin = async (age: string, sealed = api.deps.seal.seal('theirs', 'provider token')) => {
    const code = randomUUID()
    await api.db.asService((tx) =>
      sql`insert into auth.flow_state (user_id, auth_code, auth_code_issued_at, code_challenge, code_challenge_method,
          provider_type, authentication_method, created_at, provider_access_token)
        values (${id}, ${createHash('sha256').update(code).digest('hex')}, shop_now(), ${made.challenge}, 's256', 'google',
          'oauth', shop_now() - ${age}::interval, ${sealed})`.execute(tx),
    )
    return code
  }
  expect(await exchange(await begin('301 seconds'), made.text)).toMatchObject({
    status: 422,
    body: { code: 'flow_state_expired' },
  })
  const { status, body } = await exchange(await begin('290 seconds'), made.text)
  expect({ status, provider_token: body.provider_token }).toEqual({ status: 200, provider_token: 'theirs' })
  expect(claimsIn(body.access_token)).toMatchObject({ amr: [{ method: 'oauth' }] })
  // After a new JWT_SECRET the session comes without them.
  const before = await exchange(await begin('0 seconds', 'v1.of-another-secret'), made.text)
  expect(before.status).toBe(200)
  expect(before.body).not.toHaveProperty('provider_token')
  expect(claimsIn(before.body.access_token)).toMatchObject({ amr: [{ method: 'oauth' }] })
})

test('a flow’s token without its prefix is a different token', async () => {
  const { token } = await askAt(api)
  expect(await postVerify(api, { type: 'recovery', token_hash: token.slice(5) })).toMatchObject({ status: 403 })
  const bare = await followLink(api, { type: 'recovery', token: token.slice(5) })
  expect(bare.fragment.get('error_code')).toBe('otp_expired')
})

test('a page that verifies the token itself gets the session directly, which ends the flow', async () => {
  const account = await api.account()
  const client = api.client({ flowType: 'pkce' })
  await client.auth.resetPasswordForEmail(account.email)
  const { token } = await lastEmail(api, account.email)
  const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(account.id)
  expect(await flowsOf(account.id)).toEqual([])
})

test('of twenty concurrent requests of one link, one gets a code; the others get the error in query and fragment', async () => {
  const { token } = await askAt(api)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => followLink(api, { type: 'recovery', token, redirect_to: redirectTo })),
  )
  expect(all.filter(({ query }) => query.has('code'))).toHaveLength(1)
  const expired = all.filter(({ query }) => query.get('error_code') === 'otp_expired')
  expect(expired).toHaveLength(19)
  for (const { query, fragment } of expired) {
    expect(fragment.get('error_description')).toBe('Email link is invalid or has expired')
    expect(query.get('error')).toBe('access_denied')
    expect(query.get('tab')).toBe('orders')
  }
})

test('a pending code is void once the account’s address is confirmed, or its password set, elsewhere', async () => {
  const { id, code, verifier: text } = await codeOf()
  const { access_token: token } = await openTestSession(api, id)
  expect((await callAuth(api, 'PUT', '/user', { token, body: { password: 'quite another one' } })).status).toBe(200)
  expect(await exchange(code, text)).toMatchObject({ status: 404, body: unknownFlow })
})

test('a banned or deleted user cannot exchange a code', async () => {
  const { id, code, verifier: text } = await codeOf()
  const set = (column: string, value: string | null) =>
    api.db.asService((tx) =>
      sql`update auth.users set ${sql.ref(column)} = ${value}::timestamptz where id = ${id}`.execute(tx),
    )
  await set('banned_until', '2999-01-01')
  expect(await exchange(code, text)).toMatchObject({ status: 400, body: { code: 'user_banned' } })
  await set('banned_until', null)
  await set('deleted_at', '2020-01-01')
  expect(await exchange(code, text)).toMatchObject({ status: 404, body: unknownFlow })
})

test('the stored form of codes and challenges gives no access', async () => {
  const { id, code } = await codeOf()
  const [flow] = await flowsOf(id)
  expect(flow?.auth_code).not.toBe(code)
  expect(await exchange(flow?.auth_code, 'a'.repeat(112))).toMatchObject({ status: 404 })
})

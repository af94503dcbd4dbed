import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { authLinks, password } from '#tests/fixtures/auth-links.ts'
import { anyAddress, callAuth, claimsIn, lastEmail, postVerify } from '#tests/fixtures/auth-requests.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { signUp, recovery, userRow, count } = authLinks(() => api)

test('an attacker who signed up with another person’s address loses all access when its owner confirms it', async () => {
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
  const confirm = (at: Date | null) =>
    api.db.asService((tx) =>
      tx.updateTable('auth.users').set({ email_confirmed_at: at }).where('id', '=', id).execute(),
    )
  const move = async () =>
    (await callAuth(api, 'PUT', '/user', { token: await accessToken(id), body: { email: moved } })).status
  expect(await move()).toBe(422)
  // A link from a time when an unconfirmed account could change its address.
  await confirm(new Date())
  expect(await move()).toBe(200)
  await confirm(null)
  const strangersLink = await lastEmail(api, moved)

  // The owner opens the e-mail and presses the button.
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
    sql`select from auth.flow_state where (user_id = ${id} or linking_target_id = ${id})`.execute(tx),
  )
  expect(flows.rows).toEqual([])

  // The password survives only if the owner types it.
  expect((await her.auth.updateUser({ password: 'a password of her own' })).error).toBeNull()
  expect((await api.client().auth.signInWithPassword({ email: victim, password })).error).not.toBeNull()
  expect(
    (await api.client().auth.signInWithPassword({ email: victim, password: 'a password of her own' })).error,
  ).toBeNull()
  expect((await her.auth.getUser()).data.user?.id).toBe(id)
})

async function accessToken(userId: string) {
  // A second device of the attacker, without the factor that the attacker enrolled.
  await api.db.asService((tx) =>
    sql`update auth.mfa_factors set status = 'unverified' where user_id = ${userId}`.execute(tx),
  )
  return (await openTestSession(api, userId)).access_token
}

test('after a concurrent sign-in during the confirmation only the owner’s session remains', async () => {
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

test('a link is void after the address was confirmed another way or the password changed', async () => {
  const account = await api.account({ confirmed: false })
  await api.client().auth.signInWithOtp({ email: account.email })
  const signUpLink = await lastEmail(api, account.email)
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

test('the database stores tokens, codes and flows only as hashes', async () => {
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

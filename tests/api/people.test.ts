// @module-tag S5

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { callFunction, type Refused } from '../fixtures/account-data.ts'
import { anyAddress, lastEmail, postVerify } from '../fixtures/auth-requests.ts'

let api: AccountsApi

type Role = 'admin' | 'workroom' | 'pages'
type People = { people: { id: string; email: string; role: Role; invited_until: string | null }[] }

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const call = <Body = Refused & People>(path: string, token: string, body?: object) =>
  callFunction<Body>(api, { path, token, body })

/** An administrator's id and fresh token. */
async function administrator() {
  const { id } = await api.account()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute())
  return { id, token: (await openTestSession(api, id)).access_token }
}

async function roleOf(email: string): Promise<string | null> {
  const [found] = await rowsOf<{ role: string }>(
    `select r.role from user_roles r join auth.users u on u.id = r.user_id where u.email = '${email}'`,
  )
  return found?.role ?? null
}

/** The token of the last invitation to an address. */
const invitationTo = async (email: string) => (await lastEmail(api, email)).token

/** Rows as the service sees them: the tables refuse their owner. */
async function rowsOf<Row>(text: string): Promise<Row[]> {
  const { rows } = await api.db.asService((tx) => sql<Row>`${sql.raw(text)}`.execute(tx))
  return rows
}

test('an invited address has its role once it is confirmed by the link, and the link works once', async () => {
  const { token } = await administrator()
  const email = anyAddress()
  const { status, body } = await call('invite-person', token, { email, role: 'workroom' })
  expect(status).toBe(200)
  expect(body.people.find((person) => person.email === email)).toMatchObject({ role: 'workroom' })
  expect(await roleOf(email)).toBeNull()

  const hash = await invitationTo(email)
  const accepted = await postVerify(api, { type: 'invite', token_hash: hash })
  expect(accepted.status).toBe(200)
  expect(await roleOf(email)).toBe('workroom')
  expect((await postVerify(api, { type: 'invite', token_hash: hash })).status).toBe(403)
})

test('a stranger who signed up with the address before has no role and no session after it', async () => {
  const { token } = await administrator()
  const stranger = await api.account({ confirmed: false })
  const { access_token: theirs } = await openTestSession(api, stranger.id)
  await call('invite-person', token, { email: stranger.email, role: 'admin' })
  expect((await call('people', theirs)).status).toBe(403)
  const signedIn = await api.client().auth.signInWithPassword(stranger)
  expect(signedIn.error).toBeNull()
  expect(await roleOf(stranger.email)).toBeNull()

  expect((await postVerify(api, { type: 'invite', token_hash: await invitationTo(stranger.email) })).status).toBe(200)
  expect(await roleOf(stranger.email)).toBe('admin')
  expect((await api.client().auth.signInWithPassword(stranger)).error?.code).toBe('invalid_credentials')
})

test('a stranger with the unconfirmed account of an invited address cannot move it to an address of theirs', async () => {
  const { token } = await administrator()
  const stranger = await api.account({ confirmed: false })
  await call('invite-person', token, { email: stranger.email, role: 'admin' })
  const client = api.client()
  await client.auth.signInWithPassword(stranger)
  expect((await client.auth.updateUser({ email: anyAddress() })).error?.code).toBe('email_not_confirmed')
  expect(await roleOf(stranger.email)).toBeNull()
})

test('an invitation that has ended gives no role', async () => {
  const { token } = await administrator()
  const email = anyAddress()
  await call('invite-person', token, { email, role: 'pages' })
  await rowsOf(`update private.invitations set expires_at = shop_now() - interval '1 second'
    where user_id = (select id from auth.users where email = '${email}')`)
  expect((await postVerify(api, { type: 'invite', token_hash: await invitationTo(email) })).status).toBe(200)
  expect(await roleOf(email)).toBeNull()
})

test('a confirmed account has its role at once; a second invitation of it is refused', async () => {
  const { token } = await administrator()
  const { email } = await api.account()
  expect((await call('invite-person', token, { email: email.toUpperCase(), role: 'pages' })).status).toBe(200)
  expect(await roleOf(email)).toBe('pages')
  await rowsOf('delete from private.leaky_buckets')
  expect(await call('invite-person', token, { email, role: 'admin' })).toMatchObject({ status: 409 })
  expect(await roleOf(email)).toBe('pages')
})

test('a removed helper is signed out, her next call is refused, and the log names who did it', async () => {
  const { id: owner, token } = await administrator()
  const helper = await api.account()
  await call('invite-person', token, { email: helper.email, role: 'admin' })
  const { access_token: hers } = await openTestSession(api, helper.id)
  expect((await call('people', hers)).status).toBe(200)

  expect((await call('change-person', token, { id: helper.id, seen: 'admin', role: 'workroom' })).status).toBe(200)
  expect((await call('people', hers)).status).toBe(403)

  expect((await call('change-person', token, { id: helper.id, seen: 'admin', role: null })).status).toBe(409)
  expect((await call('change-person', token, { id: helper.id, seen: 'workroom', role: null })).status).toBe(200)
  expect(await rowsOf(`select from auth.sessions where user_id = '${helper.id}'`)).toEqual([])
  const log = await api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['action', 'actor'])
      .where('table_name', '=', 'user_roles')
      .where('row_id', '=', helper.id)
      .orderBy('id')
      .execute(),
  )
  expect(log).toEqual(['insert', 'update', 'delete'].map((action) => ({ action, actor: owner })))
  expect((await call('change-person', token, { id: helper.id, seen: 'workroom', role: null })).status).toBe(404)
})

test('of two administrators who remove each other at once, one remains', async () => {
  await using other = await startAccountsApi()
  const make = async () => {
    const { id } = await other.account()
    await other.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute())
    return { id, token: (await openTestSession(other, id)).access_token }
  }
  const [one, two] = [await make(), await make()]
  const remove = (by: string, id: string) =>
    callFunction(other, { path: 'change-person', token: by, body: { id, seen: 'admin', role: null } })
  await Promise.all([remove(one.token, two.id), remove(two.token, one.id)])
  const left = await other.db.asService((tx) => tx.selectFrom('user_roles').select('role').execute())
  expect(left).toEqual([{ role: 'admin' }])
})

test('a sign-in of long ago has to be repeated before rights change', async () => {
  const { token } = await administrator()
  await rowsOf(`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`)
  const refused = await call('invite-person', token, { email: anyAddress(), role: 'workroom' })
  expect(refused).toMatchObject({ status: 403, body: { details: { reason: 'sign_in_again' } } })
})

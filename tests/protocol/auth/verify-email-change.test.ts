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

const { userRow, count } = authLinks(() => api)

const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

async function changeOfAddress({ addressed = true } = {}) {
  const account = await api.account()
  const session = await openTestSession(api, account.id)
  if (!addressed) {
    const nowhere = { email: null, email_confirmed_at: null }
    await api.db.asService((tx) => tx.updateTable('auth.users').set(nowhere).where('id', '=', account.id).execute())
  }
  const newEmail = anyAddress()
  const { status } = await callAuth(api, 'PUT', '/user', { token: session.access_token, body: { email: newEmail } })
  expect(status).toBe(200)
  return { ...account, session, newEmail, toNew: await lastEmail(api, newEmail) }
}

test('a change of address needs both links; the second applies it everywhere and ends every other session', async () => {
  const { id, email, newEmail, session, toNew } = await changeOfAddress()
  const toOld = await lastEmail(api, email)
  await openTestSession(api, id)
  const first = await postVerify(api, { type: 'email_change', token_hash: toNew.token })
  expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { msg: halfWay, code: '200' } })
  expect(await userRow(id)).toMatchObject({ email, email_change: newEmail })
  expect(await count('sessions', id)).toBe(2)
  // The same address twice does not count as both.
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

test('codes work as well, in the other order, each with the address it was sent to', async () => {
  const { email, newEmail, toNew, id } = await changeOfAddress()
  const toOld = await lastEmail(api, email)
  expect((await postVerify(api, { type: 'email_change', email, token: toNew.code })).status).toBe(403)
  const first = await postVerify(api, { type: 'email_change', email, token: toOld.code })
  expect(first.body).toEqual({ msg: halfWay, code: '200' })
  const client = api.client()
  const { data, error } = await client.auth.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, email: newEmail })
})

test('both links concurrently change the address, and one of them signs in', async () => {
  const changes = await Promise.all(Array.from({ length: 10 }, () => changeOfAddress()))
  const pairs = await Promise.all(
    changes.map(async ({ email, toNew }) => [toNew.token, (await lastEmail(api, email)).token]),
  )
  const responses = await Promise.all(
    pairs.map((pair) => Promise.all(pair.map((token) => postVerify(api, { type: 'email_change', token_hash: token })))),
  )
  for (const [index, { id, newEmail }] of changes.entries()) {
    const both = responses[index] ?? []
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.filter(({ body }) => 'access_token' in body)).toHaveLength(1)
    expect(await userRow(id)).toMatchObject({ email: newEmail, email_change: '' })
  }
})

test('a new request resets both confirmations: one mailbox read twice is not two', async () => {
  await using rehearsal = await startAccountsApi()
  const account = await rehearsal.account()
  const { access_token: token } = await openTestSession(rehearsal, account.id)
  const newEmail = anyAddress()
  const ask = () => callAuth(rehearsal, 'PUT', '/user', { token, body: { email: newEmail } })
  await ask()
  const first = await lastEmail(rehearsal, newEmail)
  expect((await postVerify(rehearsal, { type: 'email_change', token_hash: first.token })).body).toMatchObject({
    msg: halfWay,
  })
  await rehearsal.setClockAhead(61)
  expect((await ask()).status).toBe(200)
  const second = await lastEmail(rehearsal, newEmail)
  expect((await postVerify(rehearsal, { type: 'email_change', token_hash: second.token })).body).toMatchObject({
    msg: halfWay,
  })
  expect((await userRow(account.id, rehearsal)).email).toBe(account.email)
})

test('an account without a confirmed address needs only the new one, and loses its earlier sessions and password', async () => {
  const { id, email, newEmail, toNew } = await changeOfAddress({ addressed: false })
  expect(await api.emails(email)).toEqual([])
  const { status, body } = await postVerify(api, { type: 'email_change', token_hash: toNew.token })
  expect({ status, user: body.user }).toMatchObject({
    status: 200,
    user: { email: newEmail, email_confirmed_at: expect.any(String) },
  })
  expect(await count('sessions', id)).toBe(1)
  expect((await userRow(id)).encrypted_password).toBeNull()
})

test('an address taken meanwhile is refused, and the account keeps its address', async () => {
  const { id, email, newEmail, toNew } = await changeOfAddress()
  const toOld = await lastEmail(api, email)
  await postVerify(api, { type: 'email_change', token_hash: toOld.token })
  await api.account({ email: newEmail })
  expect(await postVerify(api, { type: 'email_change', token_hash: toNew.token })).toMatchObject({
    status: 422,
    body: { code: 'email_exists' },
  })
  expect((await userRow(id)).email).toBe(email)
})

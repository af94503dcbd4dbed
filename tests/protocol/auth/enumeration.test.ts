import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { callAuth } from '#tests/fixtures/auth-requests.ts'
import { ask, freshAddress } from '#tests/fixtures/request-auth-email.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

// Two answers of the protocol tell whether an address has an account. Each is limited, so that a list is of no use.

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi({ rateLimits: true })
})
afterAll(() => api[Symbol.asyncDispose]())

test('a sign-in e-mail without a sign-up tells of twenty addresses an hour to one network', async () => {
  await using own = await startAccountsApi({ rateLimits: true })
  const known = await own.account()
  const probe = (email: string) => ask(own, '/otp', { email, create_user: false })
  expect((await probe(known.email)).status).toBe(200)
  for (let each = 1; each < 20; each += 1) {
    expect(await probe(freshAddress())).toMatchObject({ status: 422, body: { code: 'otp_disabled' } })
  }
  for (const email of [freshAddress(), known.email, (await own.account()).email]) {
    expect(await probe(email)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  }
  expect((await ask(own, '/otp', { email: freshAddress() })).status).toBe(200)
  await own.setClockAhead(3_600)
  expect(await probe(freshAddress())).toMatchObject({ status: 422 })
})

test('where nobody may sign up, every request for a sign-in e-mail is limited so', async () => {
  await using closed = await startAccountsApi({ rateLimits: true, settings: { signups: false } })
  for (let each = 0; each < 20; each += 1) {
    expect((await ask(closed, '/otp', { email: freshAddress() })).body).toMatchObject({ code: 'signup_disabled' })
  }
  expect((await ask(closed, '/otp', { email: freshAddress() })).status).toBe(429)
})

async function put(token: string, email: string, at = api) {
  const { status, body } = await callAuth(at, 'PUT', '/user', { token, body: { email } })
  return { status, code: body.code }
}

test('a change of address tells of twenty addresses an hour, to an account over all networks', async () => {
  await using own = await startAccountsApi({ rateLimits: true })
  await using elsewhere = await startAccountsApi({ rateLimits: true, db: own.db })
  const taken = (await own.account()).email
  const { access_token: token } = await openTestSession(own)
  // Limits by network are dropped, as if each call came from another one.
  const fromElsewhere = () =>
    own.db.asService((tx) => tx.deleteFrom('private.rate_limits').where('key', 'like', '%127.0.0.1%').execute())
  for (let each = 0; each < 20; each += 1) {
    await fromElsewhere()
    expect(await put(token, taken, each % 2 ? own : elsewhere)).toEqual({ status: 422, code: 'email_exists' })
  }
  await fromElsewhere()
  expect(await put(token, taken, own)).toEqual({ status: 429, code: 'over_request_rate_limit' })
  await own.setClockAhead(3_600)
  expect(await put(token, taken, own)).toEqual({ status: 422, code: 'email_exists' })
})

test('a change of address tells of twenty addresses an hour, to a network over all accounts', async () => {
  const taken = (await api.account()).email
  for (let each = 0; each < 20; each += 1) {
    const { access_token } = await openTestSession(api)
    expect((await put(access_token, taken)).code).toBe('email_exists')
  }
  const { access_token, user } = await openTestSession(api)
  expect(await put(access_token, taken)).toEqual({ status: 429, code: 'over_request_rate_limit' })
  // The other changes of an account are no answer about an address.
  expect((await callAuth(api, 'PUT', '/user', { token: access_token, body: { data: { a: 1 } } })).status).toBe(200)
  expect((await put(access_token, user.email)).status).toBe(200)
})

test('an account whose address is not confirmed changes it to none, known or not', async () => {
  await using own = await startAccountsApi({ rateLimits: true })
  const { id } = await own.account({ confirmed: false })
  const { access_token } = await openTestSession(own, id)
  for (const email of [freshAddress(), (await own.account()).email]) {
    expect(await put(access_token, email, own)).toEqual({ status: 422, code: 'email_not_confirmed' })
  }
  expect(await own.emails()).toEqual([])
})

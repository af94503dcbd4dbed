import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { anyAddress, callAuth, lastEmail } from '../fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const minute = 60

test('requests every minute for an hour send an address a few e-mails of each kind, not sixty', {
  tags: ['S36'],
  timeout: 120_000,
}, async () => {
  await using shop = await startAccountsApi()
  const [confirmed, waiting, wanted] = [await shop.account(), await shop.account({ confirmed: false }), anyAddress()]
  const { access_token: token } = await openTestSession(shop)
  for (let at = 0; at < 60; at += 1) {
    await shop.setClockAhead(at * (minute + 1))
    for (const { email } of [confirmed, waiting]) {
      await callAuth(shop, 'POST', '/recover', { body: { email } })
      await callAuth(shop, 'POST', '/otp', { body: { email } })
      await callAuth(shop, 'POST', '/signup', { body: { email, password: 'a long enough one' } })
      await callAuth(shop, 'POST', '/resend', { body: { email, type: 'signup' } })
    }
    await callAuth(shop, 'PUT', '/user', { token, body: { email: wanted } })
  }
  const counts = await Promise.all(
    [confirmed.email, waiting.email, wanted].map(async (to) => (await shop.emails(to)).length),
  )
  expect(counts).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  for (const count of counts) expect(count).toBeLessThanOrEqual(40)
  // A client with rare requests never waits.
  await shop.setClockAhead(3 * 60 * minute)
  expect((await callAuth(shop, 'POST', '/recover', { body: { email: confirmed.email } })).status).toBe(200)
})

test('a day of guessing codes, with a new e-mail whenever possible, checks only a few hundred', async () => {
  await using shop = await startAccountsApi()
  const { email } = await shop.account()
  let compared = 0
  for (let at = 0; at < 24 * 60; at += 5) {
    await shop.setClockAhead(at * minute)
    const response = await callAuth(shop, 'POST', '/recover', { body: { email } })
    if (response.status !== 200) continue
    const { code } = await lastEmail(shop, email)
    const guess = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries += 1) {
      const body = { type: 'recovery', email, token: guess }
      if ((await callAuth(shop, 'POST', '/verify', { body })).status === 403) compared += 1
    }
  }
  expect(compared).toBeLessThanOrEqual(200)
}, 120_000)

test('an attacker in an open session cannot learn the password by setting it as the new one', async () => {
  const account = await api.account()
  const { access_token: token } = await openTestSession(api, account.id)
  const taken = await api.account()
  const codes: unknown[] = []
  for (let at = 0; at < 20; at += 1) {
    const body = { password: `some guess or other ${at}`, email: taken.email }
    codes.push((await callAuth(api, 'PUT', '/user', { token, body })).body.code)
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('email_exists'))
  expect(codes.slice(10)).toEqual(Array(10).fill('over_request_rate_limit'))
})

test('many accounts together cannot send a text message every minute to an unverified number', async () => {
  await using shop = await startAccountsApi()
  const phone = '447700900123'
  const sessions = await Promise.all(Array.from({ length: 8 }, () => openTestSession(shop)))
  const factors = await Promise.all(
    sessions.map(async ({ access_token: token }) => {
      const { body } = await callAuth(shop, 'POST', '/factors', { token, body: { factor_type: 'phone', phone } })
      return { token, id: String(body.id) }
    }),
  )
  let sent = 0
  for (let at = 0; at < 60; at += 1) {
    await shop.setClockAhead(at * (minute + 1))
    for (const { token, id } of factors) {
      const { status } = await callAuth(shop, 'POST', `/factors/${id}/challenge`, { token, body: {} })
      if (status === 200) sent += 1
    }
  }
  expect(sent).toBeLessThanOrEqual(12)
}, 120_000)

test('an attacker with the password cannot flood a user with notifications about new devices', async () => {
  await using shop = await startAccountsApi()
  const { email, password } = await shop.account()
  for (let at = 0; at < 20; at += 1) {
    const headers = { 'user-agent': `Program ${String.fromCharCode(97 + at)}` }
    const body = { email, password }
    expect((await callAuth(shop, 'POST', '/token?grant_type=password', { body, headers })).status).toBe(200)
  }
  expect(await shop.emails(email)).toHaveLength(5)
  await shop.setClockAhead(2 * 60 * minute)
  const headers = { 'user-agent': 'One more' }
  await callAuth(shop, 'POST', '/token?grant_type=password', { body: { email, password }, headers })
  expect(await shop.emails(email)).toHaveLength(6)
})

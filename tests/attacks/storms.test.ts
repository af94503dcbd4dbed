import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, beginTotp, challenge, codeOf } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { anyAddress, callAuth, claimsIn, lastEmail } from '../fixtures/auth-requests.ts'

const password = 'a long enough one'

async function statusOf(api: AccountsApi, path: string, init: RequestInit = {}, token = api.anonKey): Promise<number> {
  const headers = { apikey: api.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api.url}${path}`, { ...init, headers })
  await response.text()
  return response.status
}

const refresh = (api: AccountsApi, refresh_token: string) =>
  callAuth(api, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })

test('no concurrent calls of one account cause a 5xx, and no ended session or token stays valid', async () => {
  await using api = await startAccountsApi()
  for (let round = 0; round < 4; round += 1) {
    const account = await api.account()
    const sessions = await Promise.all(Array.from({ length: 3 }, () => openTestSession(api, account.id)))
    const [first, second, third] = sessions
    if (!first || !second || !third) throw new Error('No sessions')
    const { email } = account
    await callAuth(api, 'POST', '/recover', { body: { email } })
    const { token: token_hash } = await lastEmail(api, email)
    const as = (token: string, method: string, path: string, body?: object) =>
      callAuth(api, method, path, { token, body })
    const responses = await Promise.all([
      refresh(api, first.refresh_token),
      refresh(api, second.refresh_token),
      refresh(api, second.refresh_token),
      as(first.access_token, 'PUT', '/user', { password: `another long one ${round}` }),
      as(second.access_token, 'PUT', '/user', { password: `yet another one ${round}` }),
      as(third.access_token, 'PUT', '/user', { data: { at: round }, email: anyAddress() }),
      as(first.access_token, 'PUT', '/user', { email: anyAddress() }),
      callAuth(api, 'POST', '/verify', { body: { type: 'recovery', token_hash } }),
      callAuth(api, 'POST', '/token?grant_type=password', { body: { email, password } }),
      callAuth(api, 'POST', '/token?grant_type=password', { body: { email, password } }),
      as(third.access_token, 'POST', '/factors', { factor_type: 'totp' }),
      callAuth(api, 'POST', '/otp', { body: { email } }),
      callAuth(api, 'POST', '/resend', { body: { email, type: 'email_change' } }),
      as(second.access_token, 'GET', '/reauthenticate'),
      round % 2 === 0
        ? statusOf(
            api,
            '/functions/v1/erase-my-account',
            { method: 'POST', body: JSON.stringify({ confirm: email }) },
            third.access_token,
          )
        : statusOf(api, '/auth/v1/logout?scope=others', { method: 'POST' }, third.access_token),
    ])
    expect(
      responses.map((each) => (typeof each === 'number' ? each : each.status)).filter((status) => status >= 500),
    ).toEqual([])
  }
  const { rows } = await api.db.asService((tx) =>
    sql`select from auth.refresh_tokens t where not exists (select from auth.users u where u.id::text = t.user_id)`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([])
}, 60_000)

test('concurrent uses of one code raise a session once, and no earlier refresh token becomes aal2', async () => {
  await using one = await startAccountsApi()
  await using other = await startAccountsApi({ db: one.db })
  const held = await beginTotp(one)
  const ids = [await challenge(one, held), await challenge(one, held), await challenge(one, held)]
  const code = codeOf(held.secret)
  const at = (index: number) => (index % 2 === 0 ? one : other)
  const [verified, refreshed] = await Promise.all([
    Promise.all(ids.map((id, index) => answer(at(index), held, code, id))),
    Promise.all(Array.from({ length: 6 }, (_, index) => refresh(at(index), held.refresh))),
  ])
  expect(verified.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const chain = refreshed.filter(({ status }) => status === 200).map(({ body }) => String(body.refresh_token))
  for (const { body } of refreshed) if (body.access_token) expect(claimsIn(body.access_token).aal).toBe('aal1')
  for (const token of [held.refresh, ...chain]) expect((await refresh(one, token)).status).toBe(400)
  const raised = verified.find(({ status }) => status === 200)?.body
  const next = await refresh(other, String(raised?.refresh_token))
  expect(claimsIn(next.body.access_token).aal).toBe('aal2')
})

test('during five hundred concurrent sign-ins /rest/v1 and the rest of /auth/v1 still respond', {
  tags: ['N16'],
  timeout: 60_000,
}, async () => {
  await using api = await startAccountsApi()
  const { access_token } = await openTestSession(api)
  const { email } = await api.account()
  const sign = () =>
    statusOf(api, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: anyAddress(), password }),
    })
  const storm = Array.from({ length: 500 }, sign)
  const seen: number[] = []
  for (let at = 0; at < 10; at += 1) {
    seen.push(await statusOf(api, '/rest/v1/products?select=id'))
    seen.push(await statusOf(api, '/auth/v1/user', {}, access_token))
  }
  expect(seen).toEqual(Array(20).fill(200))
  const statuses = new Set(await Promise.all(storm))
  expect([...statuses].sort()).toEqual([400, 429])
  const later = await callAuth(api, 'POST', '/token?grant_type=password', { body: { email, password } })
  expect(later.status).toBe(200)
})

test('the log contains no passwords, tokens, digits or addresses', { tags: ['S43'] }, async () => {
  const lines: string[] = []
  const log = pino(
    { level: 'trace', serializers: { error: pino.stdSerializers.errWithCause } },
    { write: (line) => void lines.push(line) },
  )
  await using api = await startAccountsApi({ log })
  const account = await api.account()
  const wanted = anyAddress()
  const { access_token: token, refresh_token } = await openTestSession(api, account.id)
  await callAuth(api, 'POST', '/recover', { body: { email: account.email } })
  const message = await lastEmail(api, account.email)
  const spoilt = `${account.email.slice(0, 5)}\\u0000@example.com`
  for (const [method, path, body] of [
    ['POST', '/token?grant_type=password', { email: account.email, password: 'a secret guess' }],
    ['POST', '/token?grant_type=password', { email: account.email, password: account.password }],
    ['POST', '/token?grant_type=refresh_token', { refresh_token }],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: message.token }],
    ['POST', '/verify', { type: 'recovery', email: account.email, token: message.code }],
    ['POST', '/signup', { email: wanted, password: 'a secret guess', data: { email: spoilt } }],
    ['PUT', '/user', { email: account.email, password: 'a secret guess' }],
    ['GET', `/verify?type=recovery&token=${message.token}&redirect_to=${encodeURIComponent(account.email)}`, undefined],
    ['GET', `/user?apikey=${api.anonKey}`, undefined],
  ] as const) {
    await callAuth(api, method, path, { token, ...(body && { body }) }).catch(() => undefined)
  }
  // A refresh token reused too late is the one event that logs a warning.
  await refresh(api, refresh_token)
  await api.setClockAhead(60)
  await refresh(api, refresh_token)
  const all = lines.join('')
  const secrets = [
    account.email,
    wanted,
    account.password,
    'a secret guess',
    token,
    refresh_token,
    message.token,
    message.code,
    api.anonKey,
  ]
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

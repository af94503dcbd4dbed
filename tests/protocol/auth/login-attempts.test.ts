// @module-tag S15

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { startMinute } from '../../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

type From = { userAgent?: string; at?: AccountsApi }

async function signIn(email: string, password: string, { userAgent = 'guesser', at = api }: From = {}) {
  const response = await fetch(`${at.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: at.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      'user-agent': userAgent,
    },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { code?: string; message?: string; access_token?: string }
  return { status: response.status, code: body.code, message: body.message }
}

const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const mustWait = { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' }

/** The number of failed password checks; the accounts log has a line for each. */
async function verifiedTries(userId: string): Promise<number> {
  const rows = await api.db.asService((tx) => tx.selectFrom('auth.audit_log_entries').select('payload').execute())
  const payloads = rows.map(({ payload }) => payload as { action: string; actor_id: string | null })
  return payloads.filter(({ action, actor_id }) => action === 'login_failed' && actor_id === userId).length
}

test('of a flood of guesses ten are checked, and the owner signs in on a known device meanwhile', async () => {
  const { id, email, password } = await api.account()
  expect((await signIn(email, password, { userAgent: 'Safari' })).status).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    const guesses = Array.from({ length: 60 }, (_, index) => signIn(email, `guess number ${round} ${index}`))
    const responses = await Promise.all(guesses)
    for (const response of responses) expect([wrong, mustWait]).toContainEqual(response)
    expect((await signIn(email, password, { userAgent: 'Safari' })).status).toBe(200)
  }
  expect(await verifiedTries(id)).toBe(10)
  expect(await signIn(email, password), 'also the right one, guessed from elsewhere').toEqual(mustWait)
})

test('two instances share the count', { tags: ['N7'] }, async () => {
  await using other = await startAccountsApi({ db: api.db })
  const { id, email } = await api.account()
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => signIn(email, `guess number ${index}`, { at: index % 2 ? api : other })),
  )
  expect(await verifiedTries(id)).toBe(10)
})

test('an address without an account gets the same delay', async () => {
  const known = await api.account()
  const answersOf = async (email: string) => {
    const responses = []
    for (let at = 0; at < 13; at += 1) responses.push(await signIn(email, 'a wrong one'))
    return responses
  }
  const expected = [...Array(10).fill(wrong), ...Array(3).fill(mustWait)]
  expect(await answersOf(known.email)).toEqual(expected)
  expect(await answersOf(`${randomUUID()}@example.com`)).toEqual(expected)
})

test('the delay expires, and a valid password resets the count', async () => {
  const { email, password } = await api.account()
  for (let at = 0; at < 11; at += 1) await signIn(email, 'a wrong one')
  await api.setClockAhead(61)
  expect((await signIn(email, password)).status).toBe(200)
  for (let at = 0; at < 9; at += 1) expect(await signIn(email, 'a wrong one')).toEqual(wrong)
  expect((await signIn(email, password)).status).toBe(200)
  await api.setClockAhead(0)
})

test('all spellings of an address share the count', async () => {
  const { id, email } = await api.account()
  for (let at = 0; at < 14; at += 1) await signIn(at % 2 ? email.toUpperCase() : ` ${email} `, 'a wrong one')
  expect(await verifiedTries(id)).toBe(10)
})

test('one caller has 150 attempts in five minutes, over all addresses', async () => {
  await using limited = await startAccountsApi({ rateLimits: true })
  await startMinute(limited.db)
  const responses = await Promise.all(
    Array.from({ length: 170 }, () => signIn(`${randomUUID()}@example.com`, '', { at: limited })),
  )
  const refused = responses.filter(({ status }) => status === 429)
  // The limit refuses 20, and the queue of password hashes may refuse more.
  expect(refused.length).toBeGreaterThanOrEqual(20)
  for (const response of refused) expect(response).toEqual(mustWait)
})

test('many concurrent sign-ins succeed or get 429, never a 5xx', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, () => api.account()))
  const responses = await Promise.all(
    Array.from({ length: 160 }, (_, index) => {
      const { email = '', password = '' } = accounts[index % 20] ?? {}
      return signIn(email, password)
    }),
  )
  for (const { status } of responses) expect([200, 429]).toContain(status)
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100)
})

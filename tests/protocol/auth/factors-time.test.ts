import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, beginTotp, call, challenge, codeOf, wrongCode } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

// The shop's clock belongs to a whole database, so each of these tests has its own database.

async function factorsShown(api: AccountsApi, token: string): Promise<string[]> {
  const { body } = await call(api, '/user', { token, method: 'GET' })
  return ((body.factors ?? []) as { id: string }[]).map(({ id }) => id)
}

test('a challenge can be verified for 300 seconds', async () => {
  await using api = await startAccountsApi()
  const of = await beginTotp(api)
  const [early, late] = [await challenge(api, of), await challenge(api, of)]
  await api.setClockAhead(305)
  const refused = { status: 422, body: { code: 'mfa_challenge_expired' } }
  expect(await answer(api, of, codeOf(of.secret), late)).toMatchObject(refused)
  await api.setClockAhead(290)
  expect((await answer(api, of, codeOf(of.secret), early)).status).toBe(200)
})

test('an unfinished factor is removed after 300 seconds, one with a challenge after a day', async () => {
  await using api = await startAccountsApi()
  const left = await beginTotp(api)
  const challenged = await beginTotp(api, { userId: left.userId })
  await challenge(api, challenged)
  const counts = await beginTotp(api, { userId: left.userId, verified: true })
  const { access_token: token } = await openTestSession(api, left.userId)
  await api.setClockAhead(290)
  expect(await factorsShown(api, token)).toEqual([left.id, challenged.id, counts.id])
  await api.setClockAhead(305)
  // Hidden, although no sweep has deleted the row yet.
  expect(await factorsShown(api, token)).toEqual([challenged.id, counts.id])
  expect(await call(api, `/factors/${left.id}/challenge`, { token, body: {} })).toMatchObject({ status: 404 })
  await api.setClockAhead(25 * 3600)
  expect(await call(api, `/factors/${challenged.id}/challenge`, { token, body: {} })).toMatchObject({ status: 404 })
  expect(await factorsShown(api, token)).toEqual([counts.id])
})

test('its name is free again immediately', async () => {
  await using api = await startAccountsApi()
  const { access_token: token } = await openTestSession(api)
  const enrol = () => call(api, '/factors', { token, body: { factor_type: 'totp', friendly_name: 'Phone' } })
  expect((await enrol()).status).toBe(200)
  expect((await enrol()).status).toBe(422)
  await api.setClockAhead(301)
  expect((await enrol()).status).toBe(200)
})

test('of ten thousand guesses ten are checked in the first fifteen minutes, and fewer after every ten', {
  tags: ['S19'],
}, async () => {
  await using api = await startAccountsApi()
  const of = await beginTotp(api, { verified: true })
  let checked = 0
  async function guessUntilRefused(): Promise<number> {
    for (let number = 0; ; number += 1) {
      const { status, body } = await answer(api, of, wrongCode(of.secret))
      if (status === 429) return number
      expect(body.code).toBe('mfa_verification_failed')
      checked += 1
    }
  }
  expect(await guessUntilRefused()).toBe(10)
  // Valid codes are refused too until the block ends.
  expect(await answer(api, of, codeOf(of.secret))).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit' },
  })
  let minutes = 0
  for (const pause of [15, 30, 60, 120, 240, 240]) {
    await api.setClockAhead((minutes + pause - 1) * 60)
    expect(await guessUntilRefused()).toBe(0)
    minutes += pause
    await api.setClockAhead(minutes * 60 + 1)
    expect(await guessUntilRefused()).toBe(10)
  }
  // 70 in twelve hours, then ten in every four: ten thousand take five months and succeed in three of a hundred cases.
  expect([checked, minutes]).toEqual([70, 705])
})

test('guesses from elsewhere do not lock the owner out on a device that passed the factor before', async () => {
  await using api = await startAccountsApi()
  const of = await beginTotp(api)
  expect((await answer(api, of, codeOf(of.secret))).status).toBe(200)
  await api.db.asService((tx) => tx.updateTable('auth.mfa_factors').set({ last_used_step: null }).execute())
  // The attacker's device has never passed this factor.
  const thief = await openTestSession(api, of.userId)
  const guess = async (code: string) => {
    const headers = {
      apikey: api.anonKey,
      authorization: `Bearer ${thief.access_token}`,
      'content-type': 'application/json',
      'user-agent': 'Another browser',
    }
    const challenged = await fetch(`${api.url}/auth/v1/factors/${of.id}/challenge`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { id: challenge_id } = (await challenged.json()) as { id: string }
    const body = JSON.stringify({ challenge_id, code })
    return (await fetch(`${api.url}/auth/v1/factors/${of.id}/verify`, { method: 'POST', headers, body })).status
  }
  for (let tries = 0; tries < 10; tries += 1) expect(await guess(wrongCode(of.secret))).toBe(422)
  expect(await guess(codeOf(of.secret))).toBe(429)
  const { rows } = await api.db.asService((tx) =>
    sql`select from auth.audit_log_entries where payload->>'action' = 'login_failed'
      and payload->'traits'->>'factor_id' = ${of.id}`.execute(tx),
  )
  expect(rows).toHaveLength(10)
  const owner = await openTestSession(api, of.userId)
  expect((await answer(api, { id: of.id, token: owner.access_token }, codeOf(of.secret))).status).toBe(200)
})

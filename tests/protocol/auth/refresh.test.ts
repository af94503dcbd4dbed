import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession, type Tokens } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function refresh(refresh_token: string, at = api) {
  const response = await fetch(`${at.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: {
      apikey: at.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify({ refresh_token }),
  })
  return { status: response.status, body: (await response.json()) as Tokens & { code?: string; message?: string } }
}

async function waitingForLocks({ db }: AccountsApi): Promise<number> {
  const { rows } = await db.asService((tx) =>
    sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

test('a refresh returns a new access token and the next refresh token of the same session', async () => {
  const first = await openTestSession(api)
  const { status, body } = await refresh(first.refresh_token)
  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(first.refresh_token)
  const [was, is] = [claimsOf(first.access_token), claimsOf(body.access_token)]
  expect(is).toMatchObject({
    sub: was.sub,
    session_id: was.session_id,
    aal: was.aal,
    amr: was.amr,
    role: 'authenticated',
  })
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: was.sub } })
})

test('200 tabs that refresh one token concurrently all get the same next one', { tags: ['N6'] }, async () => {
  const { refresh_token } = await openTestSession(api)
  const all = await Promise.all(Array.from({ length: 200 }, () => refresh(refresh_token)))
  expect(all.map(({ status }) => status)).toEqual(Array(200).fill(200))
  expect(new Set(all.map(({ body }) => body.refresh_token)).size).toBe(1)
  const { rows } = await api.db.asService((tx) =>
    sql<{ active: number; all: number }>`select count(*) filter (where not revoked)::int as active, count(*)::int as all
      from auth.refresh_tokens where session_id = ${claimsOf(all[0]?.body.access_token ?? '').session_id}`.execute(tx),
  )
  expect(rows).toEqual([{ active: 1, all: 2 }])
})

test('concurrent refreshes of one session hold one connection and leave the others free', async () => {
  const { refresh_token } = await openTestSession(api)
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = api.db.asService(async (tx) => {
    await sql`select 1 from auth.sessions for update`.execute(tx)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const all = Promise.all(Array.from({ length: 30 }, () => refresh(refresh_token)))
  try {
    await expect.poll(() => waitingForLocks(api)).toBe(1)
    await setTimeout(300)
    expect(await waitingForLocks(api)).toBe(1)
  } finally {
    held.resolve()
    await holder
  }
  expect((await all).map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('concurrent refreshes at two instances also agree', async () => {
  await using other = await startAccountsApi({ db: api.db })
  const { refresh_token } = await openTestSession(api)
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) => refresh(refresh_token, index % 2 ? api : other)),
  )
  expect(new Set(all.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
})

test('the parent of the current token returns it again at any age, for a client that lost the response', async () => {
  const { refresh_token } = await openTestSession(api)
  const next = await refresh(refresh_token)
  await age(api, next.body.access_token, 3_000)
  const again = await refresh(refresh_token)
  expect(again).toMatchObject({ status: 200, body: { refresh_token: next.body.refresh_token } })
})

test('an older token within the interval also returns the current one', async () => {
  const { refresh_token } = await openTestSession(api)
  const second = await refresh(refresh_token)
  const third = await refresh(second.body.refresh_token)
  const again = await refresh(refresh_token)
  expect(again).toMatchObject({ status: 200, body: { refresh_token: third.body.refresh_token } })
})

test('an older token after the interval ends the whole family permanently', { tags: ['N6', 'S13'] }, async () => {
  const { refresh_token } = await openTestSession(api)
  const second = await refresh(refresh_token)
  const third = await refresh(second.body.refresh_token)
  await age(api, third.body.access_token, 11)
  const refused = {
    status: 400,
    body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  }
  expect(await refresh(refresh_token)).toMatchObject(refused)
  // The attacker's and the owner's token: neither continues, also not within the interval.
  expect(await refresh(third.body.refresh_token)).toMatchObject(refused)
  expect(await refresh(second.body.refresh_token)).toMatchObject(refused)
  const user = await fetch(`${api.url}/auth/v1/user`, {
    headers: { apikey: api.anonKey, authorization: `Bearer ${third.body.access_token}` },
  })
  expect(user.status).toBe(403)
  const { rows } = await api.db.asService((tx) =>
    sql`select payload->>'action' as action from auth.audit_log_entries
      where payload->'traits'->>'session_id' = ${claimsOf(third.body.access_token).session_id}
        and payload->>'action' = 'token_reused'`.execute(tx),
  )
  expect(rows).toHaveLength(1)
})

test('an invalid token, an unknown one, and one of an ended session each have their error code, never a 5xx', async () => {
  expect(await refresh('short')).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(await refresh("'; drop table auth.sessions; --")).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  const unknown = await refresh('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  expect(unknown).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } })
  const { refresh_token, access_token } = await openTestSession(api)
  await api.db.asService((tx) =>
    sql`update auth.sessions set not_after = shop_now() where id = ${claimsOf(access_token).session_id}`.execute(tx),
  )
  expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } })
})

test('a banned user gets no new token, and the session works again when the ban is over', async () => {
  const { refresh_token, user } = await openTestSession(api)
  const ban = (until: string | null) =>
    api.db.asService((tx) =>
      tx.updateTable('auth.users').set({ banned_until: until }).where('id', '=', user.id).execute(),
    )
  await ban('2099-01-01')
  expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { code: 'user_banned' } })
  await ban(null)
  expect(await refresh(refresh_token)).toMatchObject({ status: 200 })
})

test('neither the database nor its log contains a usable token', async () => {
  const { refresh_token } = await openTestSession(api)
  const { rows } = await api.db.asService((tx) =>
    sql`select 1 from auth.refresh_tokens where (token = ${refresh_token} or parent = ${refresh_token})`.execute(tx),
  )
  expect(rows).toEqual([])
})

/** Moves one session's tokens into the past; the others of this file stay. */
async function age(at: AccountsApi, accessToken: string, seconds: number): Promise<void> {
  await at.db.asService((tx) =>
    sql`update auth.refresh_tokens set updated_at = updated_at - ${seconds} * interval '1 second',
      created_at = created_at - ${seconds} * interval '1 second'
      where session_id = ${claimsOf(accessToken).session_id}`.execute(tx),
  )
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

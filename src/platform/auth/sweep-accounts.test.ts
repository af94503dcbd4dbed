import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { beginTotp, challenge } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { endOldSessions, sweepAccounts } from './sweep-accounts.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const day = 86_400

async function call(path: string, body: object, at = api) {
  const response = await fetch(`${at.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: at.anonKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { refresh_token: string; code?: string } }
}

const refresh = (refresh_token: string) => call('/token?grant_type=refresh_token', { refresh_token })

async function counts() {
  const { rows } = await api.db.asService((tx) =>
    sql<Record<string, number>>`select (select count(*)::int from auth.refresh_tokens) as refresh_tokens,
      (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from auth.one_time_tokens) as links,
      (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.mfa_challenges) as challenges,
      (select count(*)::int from auth.mfa_factors) as factors, (select count(*)::int from private.leaky_buckets) as pauses,
      (select count(*)::int from private.sign_in_failures) as failures`.execute(tx),
  )
  return rows[0]
}

test('outdated rows are deleted, and tokens that may still be used stay', async () => {
  const { refresh_token: first, user } = await openTestSession(api)
  const second = (await refresh(first)).body.refresh_token
  const third = (await refresh(second)).body.refresh_token
  const held = await beginTotp(api)
  await challenge(api, held)
  const verified = await beginTotp(api, { verified: true })
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
  await call('/recover', { email: user.email, ...pkce })
  await call('/token?grant_type=password', { email: user.email, password: 'not this one' })
  await api.db.asService((tx) =>
    sql`update auth.sessions set not_after = public.shop_now() where user_id = ${held.userId}`.execute(tx),
  )
  const before = await counts()
  await sweepAccounts(api.db)
  expect(await counts()).toEqual(before)
  await api.setClockAhead(31 * day)
  await sweepAccounts(api.db)
  expect(await counts()).toEqual({
    refresh_tokens: 3,
    sessions: 2,
    links: 0,
    flows: 0,
    challenges: 0,
    factors: 1,
    pauses: 0,
    failures: 0,
  })
  // Of the first session's three, the current one and the one before it, which its client may hold.
  expect((await refresh(first)).body.code).toBe('refresh_token_not_found')
  expect((await refresh(second)).body.refresh_token).toBe(third)
  expect((await refresh(verified.refresh)).status).toBe(200)
})

test('sessions end when they are old or unused, an administrator’s sooner', async () => {
  await using shop = await startAccountsApi()
  const [kept, old, unused] = [await openTestSession(shop), await openTestSession(shop), await openTestSession(shop)]
  const administrator = await openTestSession(shop)
  const sessionOf = ({ access_token }: { access_token: string }) =>
    JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()).session_id
  const age = (session: { access_token: string }, began: number, used: number | null) =>
    shop.db.asService((tx) =>
      sql`update auth.sessions set created_at = public.shop_now() - ${began} * interval '1 day',
        refreshed_at = (public.shop_now() - ${used}::int * interval '1 day') at time zone 'utc'
        where id = ${sessionOf(session)}`.execute(tx),
    )
  await shop.db.asService((tx) =>
    tx.insertInto('user_roles').values({ user_id: administrator.user.id, role: 'admin' }).execute(),
  )
  await age(kept, 364, 89)
  await age(old, 366, 1)
  await age(unused, 91, null)
  await age(administrator, 15, null)
  await endOldSessions(shop.db)
  const codeOf = async ({ refresh_token }: { refresh_token: string }) =>
    (await call('/token?grant_type=refresh_token', { refresh_token }, shop)).body.code
  expect(await Promise.all([kept, old, unused, administrator].map(codeOf))).toEqual([
    undefined,
    'session_expired',
    'session_expired',
    'session_expired',
  ])
  await age(kept, 89, 13)
  await endOldSessions(shop.db)
  const { status } = await fetch(`${shop.url}/auth/v1/user`, {
    headers: { apikey: shop.anonKey, authorization: `Bearer ${kept.access_token}` },
  })
  expect(status).toBe(200)
})

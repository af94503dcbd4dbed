import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { listenForChanges } from '#platform/database/changes.ts'
import { createLog } from '#platform/log.ts'
import { type AccountsApi, startAccountsApi, testSecret } from '#tests/fixtures/accounts-api.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

function rotate(api: AccountsApi, env: Record<string, string> = {}) {
  const own = { DATABASE_URL: api.db.connectionString, JWT_SECRET: testSecret }
  return runCommand('scripts/shop.ts', ['keys', 'rotate'], { ...own, ...env })
}

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

async function published(api: AccountsApi): Promise<string[]> {
  const response = await fetch(`${api.url}/auth/v1/.well-known/jwks.json`)
  return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}

/** Whether the APIs accept a token, and a client can verify it with the published keys alone. */
async function opens(api: AccountsApi, token: string): Promise<[number, number, string | undefined]> {
  const headers = { apikey: api.anonKey, authorization: `Bearer ${token}` }
  const data = await fetch(`${api.url}/rest/v1/user_roles?select=role`, { headers })
  const user = await fetch(`${api.url}/auth/v1/user`, { headers })
  const { data: verified } = await api.client().auth.getClaims(token)
  return [data.status, user.status, verified?.claims.sub]
}

test.each(['ES256', 'RS256'] as const)(
  'a new %s key signs at once, the former still verifies, and no user is signed out',
  async (algorithm) => {
    await using db = await testDatabase()
    const log = createLog({ level: 'silent' })
    await using changes = disposable(await listenForChanges({ connectionString: db.connectionString, db, log }))
    await using api = await startAccountsApi({ db, algorithm, changes })
    const before = await openTestSession(api)
    const formerKid = headerOf(before.access_token).kid

    const { code, out } = await rotate(api, { JWT_ALGORITHM: algorithm })
    expect([code, out]).toEqual([0, expect.stringContaining('Tokens are signed with ')])
    const newKid = /signed with (\S+)/.exec(out)?.[1] ?? ''
    await expect.poll(() => published(api)).toEqual([newKid, formerKid])

    const client = api.client()
    await client.auth.setSession(before)
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    const token = data.session?.access_token ?? ''
    expect(headerOf(token)).toMatchObject({ alg: algorithm, kid: newKid })
    for (const each of [before.access_token, token]) expect(await opens(api, each)).toEqual([200, 200, before.user.id])
  },
)

test('an instance that missed the new key reads it when a token names it', async () => {
  await using first = await startAccountsApi()
  await rotate(first)
  await using second = await startAccountsApi({ db: first.db })
  const { access_token, user } = await openTestSession(second)
  await expect.poll(() => opens(first, access_token)).toEqual([200, 200, user.id])
})

test('a client that caches the published keys reads them again for an unknown one', async () => {
  await using first = await startAccountsApi()
  const client = createClient(first.url, first.anonKey, { auth: { persistSession: false } })
  const before = await openTestSession(first)
  expect((await client.auth.getClaims(before.access_token)).error).toBeNull()
  await rotate(first)
  await using second = await startAccountsApi({ db: first.db })
  const after = await openTestSession(second)
  await expect.poll(() => opens(first, after.access_token)).toEqual([200, 200, after.user.id])
  expect(headerOf(after.access_token).kid).not.toBe(headerOf(before.access_token).kid)
  expect((await client.auth.getClaims(after.access_token)).data?.claims.sub).toBe(after.user.id)
})

test('after a day the retired key is neither accepted nor published', async () => {
  await using api = await startAccountsApi()
  const { access_token } = await openTestSession(api)
  await rotate(api)
  await api.db.asService((tx) =>
    tx
      .updateTable('private.signing_keys')
      .set({ retired_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('retired_at', 'is not', null)
      .execute(),
  )
  await using later = await startAccountsApi({ db: api.db })
  expect(await published(later)).toHaveLength(1)
  expect((await opens(later, access_token)).slice(0, 2)).toEqual([401, 403])
})

test('rotating with another secret than the shop’s is refused, and so is rotating with HS256', async () => {
  await using api = await startAccountsApi()
  const former = await published(api)
  const wrong = await rotate(api, { JWT_SECRET: 'another secret of more than thirty-two characters' })
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('JWT_SECRET is not the one') })
  expect(await rotate(api, { JWT_ALGORITHM: 'HS256' })).toMatchObject({ code: 1, out: '' })
  await using other = await startAccountsApi({ db: api.db })
  expect(await published(other)).toEqual(former)
})

test('the API keys are the same two at every call, and any other argument is refused', async () => {
  const keys = (...args: string[]) => runCommand('scripts/shop.ts', ['keys', ...args], { JWT_SECRET: testSecret })
  const { out } = await keys()
  expect(out).toMatch(/^ANON_KEY=ey[\w.-]+\nSERVICE_ROLE_KEY=ey[\w.-]+$/)
  expect((await keys()).out).toBe(out)
  expect(await keys('turn')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('too many arguments') })
})

function disposable<Closing extends { close(): Promise<void> }>(closing: Closing) {
  return { ...closing, [Symbol.asyncDispose]: () => closing.close() }
}

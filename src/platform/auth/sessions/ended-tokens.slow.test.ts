import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealOfDatabase } from '#platform/secrets/secrets.ts'
import { type AccountsApi, startAccountsApi, testSecret } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { rotateSigningKey } from './signing-keys.ts'

const listeners: ((table: string) => void)[] = []
let isListening = true
let api: AccountsApi

beforeAll(async () => {
  const onChange = (listener: (table: string) => void) => void listeners.push(listener)
  api = await startAccountsApi({ changes: { onChange, listening: () => isListening } })
})
afterAll(() => api[Symbol.asyncDispose]())

function notify(): void {
  for (const listener of listeners) listener('signing_keys')
}

async function call(path: string, token: string, method = 'GET'): Promise<number> {
  const headers = { apikey: api.anonKey, authorization: `Bearer ${token}` }
  const response = await fetch(`${api.url}${path}`, { method, headers })
  await response.body?.cancel()
  return response.status
}

/** The status of rows, of a function and of the account, each with a token that was accepted there before. */
async function statuses(token: string): Promise<number[]> {
  return [
    await call('/rest/v1/user_roles?select=role', token),
    await call('/functions/v1/export-my-data', token, 'POST'),
    await call('/auth/v1/user', token),
  ]
}

const accepted = [200, 200, 200]
const refused = [401, 401, 403]

function serviceToken(): Promise<string> {
  return api.deps.keys.sign({ role: 'service_role', exp: 4_000_000_000 })
}

async function deleteKeys(): Promise<void> {
  await api.db.asService((tx) => tx.deleteFrom('private.signing_keys').where('retired_at', 'is not', null).execute())
}

test('a token of a deleted key is refused from the notification on, however often it was accepted', async () => {
  const { access_token } = await openTestSession(api)
  const service = await serviceToken()
  expect(await statuses(access_token)).toEqual(accepted)
  expect(await call('/rest/v1/discount_codes', service)).toBe(200)
  await rotateSigningKey(api.db, sealOfDatabase(testSecret), 'ES256')
  notify()
  expect(await statuses(access_token)).toEqual(accepted)
  await deleteKeys()
  notify()
  await expect.poll(() => call('/rest/v1/discount_codes', service), { timeout: 1_500 }).toBe(401)
  expect(await call('/rest/v1/discount_codes', service)).toBe(401)
  expect(await statuses(access_token)).toEqual(refused)
  expect(await call('/storage/v1/bucket', service)).not.toBe(200)
})

test('while notifications are lost a deleted key ends within a second too', async () => {
  const service = await serviceToken()
  expect(await call('/rest/v1/discount_codes', service)).toBe(200)
  await rotateSigningKey(api.db, sealOfDatabase(testSecret), 'ES256')
  await deleteKeys()
  isListening = false
  await expect.poll(() => call('/rest/v1/discount_codes', service), { timeout: 2_500 }).toBe(401)
  isListening = true
})

test('a retired key ends when its day is over, without a notification', async () => {
  const { access_token } = await openTestSession(api)
  const service = await serviceToken()
  await rotateSigningKey(api.db, sealOfDatabase(testSecret), 'ES256')
  await api.db.asService((tx) =>
    sql`update private.signing_keys set retired_at = now() - interval '1 day' + interval '3 seconds'
      where retired_at is not null`.execute(tx),
  )
  notify()
  expect(await call('/rest/v1/discount_codes', service)).toBe(200)
  expect(await statuses(access_token)).toEqual(accepted)
  await expect.poll(() => call('/rest/v1/discount_codes', service), { timeout: 6_000 }).toBe(401)
  expect(await statuses(access_token)).toEqual(refused)
})

test('a token without a session ends with a ban, and with the deletion of its account', async () => {
  const { id } = await api.account()
  const token = await api.token({ role: 'authenticated', aud: 'authenticated', exp: 4_000_000_000, sub: id })
  expect(await call('/rest/v1/user_roles', token)).toBe(200)
  const { id: deleted } = await api.account()
  const other = await api.token({ role: 'authenticated', aud: 'authenticated', exp: 4_000_000_000, sub: deleted })
  expect(await call('/rest/v1/user_roles', other)).toBe(200)
  await api.db.asService(async (tx) => {
    await tx.updateTable('auth.users').set({ banned_until: '2099-01-01' }).where('id', '=', id).execute()
    await tx.updateTable('auth.users').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  })
  for (const each of [token, other]) {
    await expect.poll(() => call('/rest/v1/user_roles', each), { timeout: 1_500 }).toBe(401)
  }
})

test('a dismissed administrator has no right of one from the next call on', async () => {
  const { access_token, user } = await openTestSession(api)
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: user.id, role: 'admin' }).execute())
  const asAdministrator = () =>
    Promise.all([call('/functions/v1/reviews', access_token), call('/rest/v1/discount_codes?select=id', access_token)])
  expect(await asAdministrator()).toEqual([200, 200])
  await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', user.id).execute())
  expect(await call('/functions/v1/reviews', access_token)).toBe(403)
})

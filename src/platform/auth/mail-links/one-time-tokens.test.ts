import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { type IssuedToken, issueToken, type NewToken, voidTokens } from './one-time-tokens.ts'
import { claimToken, findByLink, tryCode } from './verify.api.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function issue(newToken: Partial<NewToken> = {}): Promise<IssuedToken & { userId: string; address: string }> {
  const account = await api.account()
  const token: NewToken = {
    userId: account.id,
    type: 'recovery_token',
    purpose: 'magiclink',
    address: account.email,
    ...newToken,
  }
  const issued = await api.db.asService((tx) => issueToken(api.deps, tx, token))
  return { ...issued, userId: account.id, address: account.email }
}

const types = ['recovery_token'] as const
const agent = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }

test('an e-mailed token is 224 random bits and does not reveal its code', async () => {
  const { token, code, address } = await issue()
  expect(token).toMatch(/^[0-9a-f]{56}$/)
  expect(code).toMatch(/^\d{6}$/)
  expect(token).not.toBe(createHash('sha224').update(`${address}${code}`).digest('hex'))
  expect((await issue({ flow: true })).token).toMatch(/^pkce_[0-9a-f]{56}$/)
})

test('the service’s token has GoTrue’s form: the SHA-224 of address and code, both forms of one row', async () => {
  const { token, code, address, id, userId } = await issue({ derived: true })
  expect(token).toBe(createHash('sha224').update(`${address}${code}`).digest('hex'))
  const found = { id, userId }
  expect(await findByLink(api.deps, { token, types })).toEqual(found)
  expect(await tryCode(api.deps, { address, code, types, agent })).toEqual(found)
  expect(await api.db.asService((tx) => claimToken(tx, found))).toMatchObject({ type: 'recovery_token' })
  expect(await findByLink(api.deps, { token, types })).toBeNull()
  expect(await tryCode(api.deps, { address, code, types, agent })).toBeNull()
})

test('lifetimes: ten minutes, a day, a week', async () => {
  const minutes = async (purpose: NewToken['purpose'], type: NewToken['type']) => {
    const { expiresAt } = await issue({ purpose, type })
    return Math.round((expiresAt.getTime() - Date.now()) / 60_000)
  }
  expect(await minutes('recovery', 'recovery_token')).toBe(10)
  expect(await minutes('reauthentication', 'reauthentication_token')).toBe(10)
  expect(await minutes('signup', 'confirmation_token')).toBe(24 * 60)
  expect(await minutes('email_change_current', 'email_change_token_current')).toBe(24 * 60)
  expect(await minutes('invite', 'confirmation_token')).toBe(7 * 24 * 60)
})

test('a token for a former address of the account claims nothing, and stays unused', async () => {
  const { token, userId } = await issue()
  await api.db.asService((tx) =>
    tx
      .updateTable('auth.users')
      .set({ email: `${userId}@example.com` })
      .where('id', '=', userId)
      .execute(),
  )
  const found = await findByLink(api.deps, { token, types })
  expect(found && (await api.db.asService((tx) => claimToken(tx, found)))).toBeNull()
})

test('a token that was replaced between finding and claiming it claims nothing', async () => {
  const { token, userId, address } = await issue()
  const found = await findByLink(api.deps, { token, types })
  await api.db.asService((tx) =>
    issueToken(api.deps, tx, { userId, type: 'recovery_token', purpose: 'recovery', address }),
  )
  expect(found && (await api.db.asService((tx) => claimToken(tx, found)))).toBeNull()
})

test('voiding ends every token of this account and none of another', async () => {
  const [mine, other] = [await issue(), await issue()]
  await api.db.asService((tx) => voidTokens(tx, mine.userId))
  expect(await findByLink(api.deps, { token: mine.token, types })).toBeNull()
  expect(await findByLink(api.deps, { token: other.token, types })).not.toBeNull()
})

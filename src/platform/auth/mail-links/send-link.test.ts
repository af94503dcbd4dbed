import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { findAccount } from '../account/account.ts'
import { sweepAccounts } from '../sweep-accounts.ts'
import type { TokenPurpose } from './one-time-tokens.ts'
import { sendLink, throttleAuthEmail } from './send-link.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function take(kind: string, address: string, at = api) {
  return at.db.asService((tx) => throttleAuthEmail(at.deps, tx, { kind, address }))
}

const limitMessage = /^For security purposes, you can only request this after \d{1,2} seconds\.$/

test('one e-mail of a kind to an address a minute, in any case; other kinds and addresses are not affected', async () => {
  await using rehearsal = await startAccountsApi()
  const address = `${randomUUID()}@example.com`
  await take('recovery', address, rehearsal)
  await rehearsal.setClockAhead(20)
  await expect(take('recovery', address.toUpperCase(), rehearsal)).rejects.toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
    message: expect.stringMatching(limitMessage),
  })
  await take('verification', address, rehearsal)
  await take('recovery', `other-${address}`, rehearsal)
  await rehearsal.setClockAhead(61)
  await take('recovery', address, rehearsal)
})

test('of twenty concurrent requests, one sends', async () => {
  const address = `${randomUUID()}@example.com`
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => take('recovery', address)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a rolled-back request starts no pause, and addresses are stored as hashes', async () => {
  const address = `${randomUUID()}@example.com`
  const failed = api.db.asService(async (tx) => {
    await throttleAuthEmail(api.deps, tx, { kind: 'recovery', address })
    throw new Error('the rest failed')
  })
  await expect(failed).rejects.toThrow('the rest failed')
  await take('recovery', address)
  const { rows } = await api.db.asService((tx) =>
    sql<{ row: string }>`select p::text as row from private.leaky_buckets p`.execute(tx),
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(address)
})

test('pauses that ended long ago are deleted', async () => {
  await using rehearsal = await startAccountsApi()
  for (let each = 0; each < 5; each += 1) await take('recovery', `${each}@example.com`, rehearsal)
  await rehearsal.setClockAhead(2 * 3_600)
  await take('recovery', 'one@example.com', rehearsal)
  await sweepAccounts(rehearsal.db)
  const { rows } = await rehearsal.db.asService((tx) => sql`select from private.leaky_buckets`.execute(tx))
  // The last minute's, and the last hour's.
  expect(rows).toHaveLength(2)
})

const emails: [TokenPurpose, string, string, string][] = [
  ['signup', 'verification', 'signup', 'confirmation_sent_at'],
  ['invite', 'invite', 'invite', 'invited_at'],
  ['recovery', 'recovery', 'recovery', 'recovery_sent_at'],
  ['magiclink', 'magic_link', 'magiclink', 'recovery_sent_at'],
  ['email_change_new', 'email_change', 'email_change', 'email_change_sent_at'],
  ['email_change_current', 'email_change', 'email_change', 'email_change_sent_at'],
  ['reauthentication', 'reauthentication', 'reauthentication', 'reauthentication_sent_at'],
]

test.each(emails)('%s sends the e-mail %s, verified as %s, and sets %s', async (purpose, kind, type, column) => {
  const { id, email } = await api.account()
  const address = purpose === 'email_change_new' ? `new-${email}` : email
  const issued = await api.db.asService(async (tx) => {
    const account = await findAccount(tx, id)
    if (!account) throw new Error('No account')
    return sendLink(api.deps, tx, { account, purpose, address, redirectTo: 'http://x/', challenge: null })
  })
  const user = await api.db.asService((tx) => findAccount(tx, id))
  expect(user?.user).toMatchObject({ [column]: expect.any(Date) })
  expect(await api.emails(address)).toMatchObject([
    {
      kind,
      data: { type, redirectTo: 'http://x/', email, expiresAt: issued.expiresAt.toISOString() },
      secrets: { token: issued.token, code: issued.code },
    },
  ])
  const { rows } = await api.db.asService((tx) =>
    sql<{ row: string }>`select o::text as row from private.outbox o where recipient = ${address}`.execute(tx),
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(issued.token)
})

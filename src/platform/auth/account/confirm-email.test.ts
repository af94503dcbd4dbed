import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { findAccount } from './account.ts'
import { confirmEmail } from './email-address.ts'

const agent = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }

test('confirming ends everything from before; on a confirmed account it changes nothing', async () => {
  await using api = await startAccountsApi()
  const { id } = await api.account({ confirmed: false })
  await openTestSession(api, id)
  await api.db.asService(async (tx) => {
    const data = JSON.stringify({ sub: 'x', email: 'x@example.com' })
    const other = { user_id: id, provider: 'google', provider_id: randomUUID(), identity_data: data }
    await tx.insertInto('auth.identities').values(other).execute()
    await tx.insertInto('auth.mfa_factors').values({ user_id: id, factor_type: 'totp' }).execute()
    await tx.updateTable('auth.users').set({ email_change: 'x@example.com' }).where('id', '=', id).execute()
  })
  const read = () => api.db.asService((tx) => findAccount(tx, id))
  const confirm = () =>
    api.db.asService(async (tx) => {
      const account = await findAccount(tx, id, { lock: true })
      if (!account) throw new Error('No account')
      return confirmEmail(tx, { account, agent })
    })
  const count = (table: 'auth.sessions' | 'private.known_devices') =>
    api.db.asService((tx) => tx.selectFrom(table).selectAll().where('user_id', '=', id).execute())

  expect(await confirm()).toBe(true)
  const confirmed = await read()
  expect(confirmed?.user).toMatchObject({
    encrypted_password: null,
    email_change: '',
    email_confirmed_at: expect.any(Date),
  })
  expect(confirmed?.user.raw_user_meta_data).toMatchObject({ email_verified: true })
  expect(confirmed?.user.raw_app_meta_data).toEqual({ provider: 'email', providers: ['email'] })
  expect(confirmed?.identities).toMatchObject([{ provider: 'email', identity_data: { email_verified: true } }])
  expect(confirmed?.factors).toEqual([])
  expect([await count('auth.sessions'), await count('private.known_devices')]).toEqual([[], []])

  await openTestSession(api, id)
  const before = await read()
  expect(await confirm()).toBe(false)
  expect(await read()).toEqual(before)
  expect(await count('auth.sessions')).toHaveLength(1)
})

test('an account whose only identity was another person’s has one of its own address afterwards', async () => {
  await using api = await startAccountsApi()
  const { id, email } = await api.account({ confirmed: false })
  await api.db.asService((tx) =>
    tx.updateTable('auth.identities').set({ provider: 'google', provider_id: 'x' }).where('user_id', '=', id).execute(),
  )
  await api.db.asService(async (tx) => {
    const account = await findAccount(tx, id, { lock: true })
    if (account) await confirmEmail(tx, { account, agent })
  })
  const account = await api.db.asService((tx) => findAccount(tx, id))
  expect(account?.identities).toMatchObject([{ provider: 'email', provider_id: id, email }])
})

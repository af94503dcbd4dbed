// @module-tag S40

import { expect, test, vi } from 'vitest'
import { putBackClock } from '#platform/database/clock.ts'
import { createLog } from '#platform/log.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { findAccount, findAccountByEmail } from './account/account.ts'
import {
  addAdministrator,
  createFirstAdministrator,
  limitPasswordsOfRehearsal,
  resetAdministratorPassword,
} from './administrators.ts'
import { unlinkIdentity } from './oauth/identities.api.ts'
import { saveIdentity } from './oauth/identities.ts'

const email = 'owner@example.com'
const day = 86_400
const own = 'a password of her own'

async function signIn(api: AccountsApi, password: string) {
  const client = api.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  return { client, code: error?.code ?? 'signed in' }
}

async function firstPassword(api: AccountsApi): Promise<string> {
  let made = ''
  const keep = async ({ password }: { password: string }) => {
    made = password
  }
  await createFirstAdministrator(api.db, {
    email,
    password: undefined,
    inventedFor: email,
    live: api.deps.live,
    keep,
  })
  return made
}

test('the generated first password of a live shop ends after seven days, and the log names the cure', async () => {
  const log = createLog({ level: 'silent' })
  const warned = vi.spyOn(log, 'warn')
  await using api = await startAccountsApi({ live: true, log })
  const password = await firstPassword(api)
  expect((await signIn(api, password)).code).toBe('signed in')
  await api.setClockAhead(7 * day - 60)
  expect((await signIn(api, password)).code).toBe('signed in')
  await api.setClockAhead(7 * day + 60)
  expect((await signIn(api, password)).code).toBe('invalid_credentials')
  expect(warned).toHaveBeenCalledWith({ user: expect.any(String) }, expect.stringContaining('admin -- password'))
  // The command makes another, which ends too.
  const renewed = await resetAdministratorPassword(api.db, email)
  expect((await signIn(api, renewed)).code).toBe('signed in')
  await api.setClockAhead(15 * day)
  expect((await signIn(api, renewed)).code).toBe('invalid_credentials')
})

test('a password that she chose stays, and so does one that the service set', async () => {
  await using api = await startAccountsApi({ live: true })
  const { password } = await addAdministrator(api.db, email)
  const { client } = await signIn(api, password ?? '')
  expect((await client.auth.updateUser({ password: own })).error).toBeNull()
  await api.setClockAhead(30 * day)
  const { client: later, code } = await signIn(api, own)
  expect(code).toBe('signed in')

  await resetAdministratorPassword(api.db, email)
  const id = (await later.auth.getSession()).data.session?.user.id ?? ''
  const service = api.client({ key: api.serviceRoleKey })
  expect((await service.auth.admin.updateUserById(id, { password: own })).error).toBeNull()
  await api.setClockAhead(60 * day)
  expect((await signIn(api, own)).code).toBe('signed in')
})

test('an administrator whose generated password has ended sets a new one by e-mail', async () => {
  await using api = await startAccountsApi({ live: true })
  await firstPassword(api)
  await api.setClockAhead(8 * day)
  const client = api.client()
  await client.auth.resetPasswordForEmail(email)
  const [letter] = await api.emails(email)
  await client.auth.verifyOtp({ token_hash: letter?.secrets.token ?? '', type: 'recovery' })
  expect((await client.auth.updateUser({ password: own })).error).toBeNull()
  expect((await signIn(api, own)).code).toBe('signed in')
})

test('a configured first password does not end, and in a rehearsal none does, since its clock jumps', async () => {
  await using live = await startAccountsApi({ live: true })
  await createFirstAdministrator(live.db, { email, password: own, inventedFor: email, live: true, keep: vi.fn() })
  await live.setClockAhead(365 * day)
  expect((await signIn(live, own)).code).toBe('signed in')
  await using rehearsal = await startAccountsApi()
  const password = await firstPassword(rehearsal)
  await rehearsal.setClockAhead(365 * day)
  expect((await signIn(rehearsal, password)).code).toBe('signed in')
})

test('a password generated in a rehearsal has its seven days from the first live start on', async () => {
  await using rehearsal = await startAccountsApi()
  const password = await firstPassword(rehearsal)
  const second = await addAdministrator(rehearsal.db, 'second@example.com', { live: false })
  await rehearsal.setClockAhead(90 * day)
  const third = await addAdministrator(rehearsal.db, 'third@example.com')
  expect([second.password, third.password]).toEqual([expect.any(String), expect.any(String)])

  await using live = await startAccountsApi({ db: rehearsal.db, live: true })
  expect(await putBackClock(live.db)).toBe(true)
  // The shop goes live thirty days later.
  await live.setClockAhead(30 * day)
  expect(await limitPasswordsOfRehearsal(live.db)).toBe(3)
  expect((await signIn(live, password)).code).toBe('signed in')
  await live.setClockAhead(37 * day - 60)
  // A later start gives no more days.
  expect(await limitPasswordsOfRehearsal(live.db)).toBe(0)
  expect((await signIn(live, password)).code).toBe('signed in')
  await live.setClockAhead(37 * day + 60)
  expect((await signIn(live, password)).code).toBe('invalid_credentials')
})

test('a generated password that is removed takes its end with it', async () => {
  await using api = await startAccountsApi({ live: true })
  await addAdministrator(api.db, email)
  const id = (await api.db.asService((tx) => findAccountByEmail(tx, email)))?.user.id ?? ''
  const ends = () =>
    api.db.asService(async (tx) => {
      const { user } = (await findAccount(tx, id)) ?? {}
      return user?.password_expires_at
    })
  expect(await ends()).toEqual(expect.any(Date))
  await api.db.asService(async (tx) => {
    const data = { sub: 'her-id', email, email_verified: true }
    await saveIdentity(tx, id, { provider: 'google', subject: 'her-id', email, emailVerified: true, data })
    const account = await findAccount(tx, id, { lock: true })
    const identityId = account?.identities.find(({ provider }) => provider === 'email')?.id ?? ''
    const agent = { ip: 'local', userAgent: '', requestId: '' }
    if (account) await unlinkIdentity(tx, { caller: { account, sessionId: null }, identityId, agent })
  })
  expect(await ends()).toBeNull()

  // An account that was never confirmed loses its password to the configured one, which stays.
  await api.db.asService(async (tx) => {
    await tx.deleteFrom('user_roles').execute()
    const unconfirmed = { email_confirmed_at: null, password_expires_at: new Date() }
    await tx.updateTable('auth.users').set(unconfirmed).where('id', '=', id).execute()
  })
  await createFirstAdministrator(api.db, { email, password: own, inventedFor: email, live: true, keep: vi.fn() })
  expect(await ends()).toBeNull()
  expect((await signIn(api, own)).code).toBe('signed in')
})

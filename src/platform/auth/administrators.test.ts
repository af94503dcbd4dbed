import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
  resetAdministratorPassword,
} from './administrators.ts'
import { verifyPassword } from './passwords/password.ts'

test('a new address gets an account and a password, an existing one only the role', async () => {
  await using db = await testDatabase()
  const known = await db.user({ email: 'known@example.com' })
  const made = await addAdministrator(db, ' New@Example.com ')
  expect(made).toEqual({ email: 'new@example.com', password: expect.stringMatching(/^[a-z2-9-]{23}$/) })
  expect(await addAdministrator(db, known.email)).toEqual({ email: known.email, password: null })
  expect(await addAdministrator(db, known.email)).toEqual({ email: known.email, password: null })
  expect(await listAdministrators(db)).toEqual(['new@example.com', known.email])
})

test('two administrators who remove each other concurrently leave one', async () => {
  await using db = await testDatabase()
  await addAdministrator(db, 'a@example.com')
  await addAdministrator(db, 'b@example.com')
  const removed = await Promise.allSettled([
    removeAdministrator(db, 'a@example.com'),
    removeAdministrator(db, 'B@example.com'),
  ])
  expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listAdministrators(db)).toHaveLength(1)
})

test('an account without the role, and an invalid address, are refused by name', async () => {
  await using db = await testDatabase()
  await expect(removeAdministrator(db, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
  await expect(addAdministrator(db, 'nobody')).rejects.toMatchObject({ code: 'bad_request' })
})

test('an unconfirmed account, which anyone may have created, is emptied and gets a new password', async () => {
  await using db = await testDatabase()
  const { id, email } = await db.user({ email: 'owner@example.com' })
  await db.asService(async (tx) => {
    const old = { email_confirmed_at: null, encrypted_password: 'the stranger knows it' }
    await tx.updateTable('auth.users').set(old).where('id', '=', id).execute()
    await tx.insertInto('auth.sessions').values({ user_id: id }).execute()
  })
  const { password } = await addAdministrator(db, email)
  const { user, sessions } = await db.asService(async (tx) => ({
    user: await tx.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    sessions: await tx.selectFrom('auth.sessions').select('id').where('user_id', '=', id).execute(),
  }))
  expect(sessions).toEqual([])
  expect(user.email_confirmed_at).not.toBeNull()
  expect(await verifyPassword(password ?? '', user.encrypted_password ?? '')).toBe(true)
})

test('an administrator gets a new password and is signed out; other accounts are refused', async () => {
  await using db = await testDatabase()
  const { password: first } = await addAdministrator(db, 'a@example.com')
  const customer = await db.user({ email: 'b@example.com' })
  const read = () =>
    db.asService((tx) =>
      tx.selectFrom('auth.users').selectAll().where('email', '=', 'a@example.com').executeTakeFirstOrThrow(),
    )
  const { id } = await read()
  await db.asService((tx) => tx.insertInto('auth.sessions').values({ user_id: id }).execute())
  const foreign = { user_id: id, provider: 'google', provider_id: '1', identity_data: { email: 'thief@example.com' } }
  await db.asService((tx) => tx.insertInto('auth.identities').values(foreign).execute())
  const password = await resetAdministratorPassword(db, ' A@Example.com')
  const { encrypted_password } = await read()
  expect(await verifyPassword(password, encrypted_password ?? '')).toBe(true)
  expect(await verifyPassword(first ?? '', encrypted_password ?? '')).toBe(false)
  const sessions = await db.asService((tx) => tx.selectFrom('auth.sessions').select('id').execute())
  expect(sessions).toEqual([])
  const linked = await db.asService((tx) =>
    tx.selectFrom('auth.identities').select('provider').where('user_id', '=', id).execute(),
  )
  expect(linked).not.toContainEqual({ provider: 'google' })
  await expect(resetAdministratorPassword(db, customer.email)).rejects.toMatchObject({ code: 'not_found' })
})

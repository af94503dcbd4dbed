import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'

test('ten programs starting at once make one administrator, whose password works', async () => {
  await using db = await testDatabase()
  const options = { email: 'Owner@Example.com', password: undefined, inventedFor: 'owner@localhost' }
  const made = await Promise.all(Array.from({ length: 10 }, () => createFirstAdministrator(db, options)))
  const [first] = made.filter((each) => each !== null)
  expect(made.filter((each) => each !== null)).toHaveLength(1)
  const user = await db.asService((tx) => tx.selectFrom('auth.users').selectAll().executeTakeFirstOrThrow())
  expect(user.email).toBe('owner@example.com')
  expect(await verifyPassword(first?.password ?? '', user.encrypted_password ?? '')).toBe(true)
})

test('a configured password is never shown', async () => {
  await using db = await testDatabase()
  const made = await createFirstAdministrator(db, {
    email: 'a@b.example',
    password: 'correct horse battery',
    inventedFor: 'x@y',
  })
  expect(made).toEqual({ email: 'a@b.example', password: null })
})

test('a wrong password, a foreign hash and a cut hash do not fit', async () => {
  const hash = await hashPassword('a good password')
  expect(await verifyPassword('a good password', hash)).toBe(true)
  expect(await verifyPassword('a good passwort', hash)).toBe(false)
  expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false)
  expect(await verifyPassword('a good password', hash.slice(0, -20))).toBe(false)
})

// @module-tag S40

import { expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createFirstAdministrator } from './administrators.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'

test('ten programs starting at once make one administrator, whose password works', async () => {
  await using db = await testDatabase()
  const kept: string[] = []
  const keep = async ({ password }: { password: string }) => void kept.push(password)
  const options = { email: 'Owner@Example.com', password: undefined, inventedFor: 'owner@localhost', live: false, keep }
  const made = await Promise.all(Array.from({ length: 10 }, () => createFirstAdministrator(db, options)))
  expect(made.filter(Boolean)).toHaveLength(1)
  const user = await db.asService((tx) => tx.selectFrom('auth.users').selectAll().executeTakeFirstOrThrow())
  expect(user.email).toBe('owner@example.com')
  expect(kept).toHaveLength(1)
  expect(await verifyPassword(kept[0] ?? '', user.encrypted_password ?? '')).toBe(true)
})

test('a configured password is never shown', async () => {
  await using db = await testDatabase()
  const keep = vi.fn()
  const options = { email: 'a@b.example', password: 'correct horse battery', inventedFor: 'x@y', live: false, keep }
  expect(await createFirstAdministrator(db, options)).toBe(true)
  expect(keep).not.toHaveBeenCalled()
})

test('where a generated password cannot be handed over, no account is created, and the next start tries again', async () => {
  await using db = await testDatabase()
  const options = { email: undefined, password: undefined, inventedFor: 'owner@localhost', live: false }
  const full = async () => {
    throw new Error('no space left on device')
  }
  await expect(createFirstAdministrator(db, { ...options, keep: full })).rejects.toThrow('no space')
  const keep = vi.fn()
  expect(await createFirstAdministrator(db, { ...options, keep })).toBe(true)
  expect(keep).toHaveBeenCalledOnce()
})

test('a wrong password, a foreign hash and a cut hash do not fit', async () => {
  const hash = await hashPassword('a good password')
  expect(await verifyPassword('a good password', hash)).toBe(true)
  expect(await verifyPassword('a good passwort', hash)).toBe(false)
  expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false)
  expect(await verifyPassword('a good password', hash.slice(0, -20))).toBe(false)
})

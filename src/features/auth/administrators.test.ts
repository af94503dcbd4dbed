import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { addAdministrator, listAdministrators, removeAdministrator } from './administrators.ts'

test('a new address gets an account and a password, a known one only the role', async () => {
  await using db = await testDatabase()
  const known = await db.user({ email: 'known@example.com' })
  const made = await addAdministrator(db, ' New@Example.com ')
  expect(made).toEqual({ email: 'new@example.com', password: expect.stringMatching(/^[a-z2-9-]{23}$/) })
  expect(await addAdministrator(db, known.email)).toEqual({ email: known.email, password: null })
  expect(await addAdministrator(db, known.email)).toEqual({ email: known.email, password: null })
  expect(await listAdministrators(db)).toEqual(['new@example.com', known.email])
})

test('two administrators who remove each other at once leave one', async () => {
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

test('who is no administrator, and what is no address, is named', async () => {
  await using db = await testDatabase()
  await expect(removeAdministrator(db, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
  await expect(addAdministrator(db, 'nobody')).rejects.toMatchObject({ code: 'bad_request' })
})

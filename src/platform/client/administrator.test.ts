import { expect, test, vi } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { isAdministrator } from './administrator.ts'

test('a user with the role is an administrator, and no other user is', async () => {
  await using api = await startAccountsApi()
  const client = api.client()
  const { id, email, password } = await api.account()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  expect(await isAdministrator(client, id)).toBe(false)

  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute())
  expect(await isAdministrator(client, id)).toBe(true)
})

test('a failed read is logged and counts as not an administrator', async () => {
  await using api = await startAccountsApi()
  const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined)
  // A visitor may not read the table.
  expect(await isAdministrator(api.client(), crypto.randomUUID())).toBe(false)
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.objectContaining({ code: '42501' }))
  logged.mockRestore()
})

import { expect, test, vi } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { isAdministrator } from './administrator.ts'

test('who has the role is an administrator, and nobody else is', async () => {
  await using api = await startAccountsApi()
  const client = api.client()
  const { id, email, password } = await api.account()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  expect(await isAdministrator(client, id)).toBe(false)

  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute())
  expect(await isAdministrator(client, id)).toBe(true)
})

test('what stands in the way is logged and means no', async () => {
  await using api = await startAccountsApi()
  const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined)
  // Whoever is not signed in may not ask at all.
  expect(await isAdministrator(api.client(), crypto.randomUUID())).toBe(false)
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.objectContaining({ code: '42501' }))
  logged.mockRestore()
})

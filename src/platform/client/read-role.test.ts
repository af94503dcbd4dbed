import { expect, test, vi } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { roles } from '../auth/roles.ts'
import { readRole } from './read-role.ts'

test('a user with a role has it, and no other user does', async () => {
  await using api = await startAccountsApi()
  const client = api.client()
  const { id, email, password } = await api.account()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  expect(await readRole(client, id)).toBeNull()

  for (const role of roles) {
    await api.db.asService((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: id, role })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role }))
        .execute(),
    )
    expect(await readRole(client, id)).toBe(role)
  }
})

test('a failed read is logged and counts as no role', async () => {
  await using api = await startAccountsApi()
  const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined)
  // A visitor may not read the table.
  expect(await readRole(api.client(), crypto.randomUUID())).toBeNull()
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.objectContaining({ code: '42501' }))
  logged.mockRestore()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { newEmail, password, serviceCalls } from '#tests/fixtures/service-calls.ts'

let api: AccountsApi
let ask: ReturnType<typeof serviceCalls>['ask']
let made: ReturnType<typeof serviceCalls>['made']
let service: ReturnType<typeof serviceCalls>['service']
let signIn: ReturnType<typeof serviceCalls>['signIn']

beforeAll(async () => {
  api = await startAccountsApi()
  ;({ ask, made, service, signIn } = serviceCalls(api))
})
afterAll(() => api[Symbol.asyncDispose]())

test('the service lists a user’s factors without their secrets, and deletes one', async () => {
  const user = await made({ email_confirm: true })
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  const factorId = enrolled.data?.id ?? ''
  const listed = await ask('GET', `/admin/users/${user.id}/factors`)
  expect(listed.body).toMatchObject([
    { id: factorId, friendly_name: 'phone', factor_type: 'totp', status: 'unverified' },
  ])
  expect(JSON.stringify(listed.body)).not.toContain('secret')
  expect((await service.auth.admin.mfa.listFactors({ userId: user.id })).data?.factors).toHaveLength(1)

  const strange = await service.auth.admin.mfa.deleteFactor({ userId: user.id, id: crypto.randomUUID() })
  expect(strange.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const other = await made()
  const foreign = await service.auth.admin.mfa.deleteFactor({ userId: other.id, id: factorId })
  expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const { data } = await service.auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId })
  // The client wraps this response once more.
  expect(data).toMatchObject({ data: { id: factorId, status: 'unverified' } })
  expect((await ask('GET', `/admin/users/${user.id}/factors`)).body).toEqual([])
})

test('an invitation creates an account without a password, and its e-mail signs the user in', async () => {
  const email = newEmail()
  const { data, error } = await service.auth.admin.inviteUserByEmail(email.toUpperCase(), {
    data: { size: '12-14' },
    redirectTo: 'http://localhost:3000/account',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { size: '12-14', email } })
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  const [message] = await api.emails(email)
  expect(message).toMatchObject({
    kind: 'invite',
    data: { type: 'invite', redirectTo: 'http://localhost:3000/account' },
  })

  const client = api.client()
  const accepted = await client.auth.verifyOtp({ type: 'invite', token_hash: message?.secrets.token ?? '' })
  expect(accepted.error).toBeNull()
  expect(accepted.data.user?.email_confirmed_at).toBeTruthy()
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  expect((await signIn(email)).error).toBeNull()
  expect((await service.auth.admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('a pending user can be invited again; an invalid address is refused', async () => {
  const email = newEmail()
  const first = await service.auth.admin.inviteUserByEmail(email)
  const again = await service.auth.admin.inviteUserByEmail(email)
  expect(again.data.user?.id).toBe(first.data.user?.id)
  expect(await api.emails(email)).toHaveLength(2)
  for (const body of [{}, { email: 'nobody' }, { email, data: 'text' }]) {
    expect(await ask('POST', '/invite', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  }
})

test('the audit log records the service’s actions, with ids only', async () => {
  const user = await made()
  await service.auth.admin.updateUserById(user.id, { password: 'another good password' })
  await service.auth.admin.deleteUser(user.id)
  const rows = await api.db.asService((tx) =>
    tx.selectFrom('auth.audit_log_entries').select('payload').orderBy('created_at').execute(),
  )
  const own = rows.map(({ payload }) => payload as { action: string; traits: { user_id?: string } })
  const about = own.filter(({ traits }) => traits.user_id === user.id)
  expect(about.map(({ action }) => action).sort()).toEqual([
    'user_deleted',
    'user_modified',
    'user_signedup',
    'user_updated_password',
  ])
  expect(JSON.stringify(about)).not.toContain(user.email)
})

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

test('a change applies immediately, without an e-mail; metadata changes key by key', async () => {
  const user = await made({ user_metadata: { size: '8-10', note: 'tall' }, app_metadata: { team: 'cutting' } })
  const email = `New.${newEmail()}`
  const { data, error } = await service.auth.admin.updateUserById(user.id, {
    email,
    email_confirm: true,
    phone: '447700900300',
    phone_confirm: true,
    role: 'seamstress',
    user_metadata: { size: '10-12', note: null },
    app_metadata: { team: null, floor: 2 },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: user.id,
    email: email.toLowerCase(),
    phone: '447700900300',
    role: 'seamstress',
  })
  expect(data.user?.user_metadata).toEqual({ size: '10-12', email_verified: true })
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'phone'], floor: 2 })
  expect(data.user?.identities?.find(({ provider }) => provider === 'email')?.identity_data).toMatchObject({
    email: email.toLowerCase(),
    email_verified: true,
  })
  expect((await signIn(email)).error).toBeNull()
  expect((await signIn(user.email)).error?.code).toBe('invalid_credentials')
  expect((await api.emails(email.toLowerCase())).map(({ kind }) => kind)).toEqual([])
  expect(await api.emails(user.email)).toEqual([])
})

test('an invalid change is refused and changes nothing', async () => {
  const other = await made({ phone: '447700900400' })
  const user = await made()
  const cases: [unknown, number, string][] = [
    [{ email: other.email }, 422, 'email_exists'],
    [{ phone: '447700900400' }, 422, 'phone_exists'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ password: 'abc' }, 422, 'weak_password'],
    [{ ban_duration: '1 week' }, 400, 'validation_failed'],
  ]
  for (const [body, status, code] of cases) {
    const response = await ask('PUT', `/admin/users/${user.id}`, { role: 'odd', ...(body as object) })
    expect(response, JSON.stringify(body)).toMatchObject({ status, body: { code } })
  }
  expect((await service.auth.admin.getUserById(user.id)).data.user).toEqual(user)
})

test('a password set by the service ends every session and voids every link', async () => {
  const user = await made({ email_confirm: true })
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  await api.client().auth.resetPasswordForEmail(user.email ?? '')
  const [sent] = await api.emails(user.email)
  expect(sent?.kind).toBe('recovery')

  const { error } = await service.auth.admin.updateUserById(user.id, { password: 'another good password' })
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400 })
  const link = await api.client().auth.verifyOtp({ type: 'recovery', token_hash: sent?.secrets.token ?? '' })
  expect(link.error?.code).toBe('otp_expired')
  expect((await signIn(user.email)).error?.code).toBe('invalid_credentials')
  expect((await signIn(user.email, 'another good password')).error).toBeNull()
})

test('an administrator’s password must meet the administrators’ rules', async () => {
  const user = await made()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: user.id, role: 'admin' }).execute())
  const response = await ask('PUT', `/admin/users/${user.id}`, { password: 'larkspur9' })
  expect(response).toMatchObject({ status: 422, body: { code: 'weak_password' } })
})

test('an address set by the service keeps the password and ends all sessions', async () => {
  const user = await made()
  const client = api.client()
  expect((await client.auth.signInWithPassword({ email: user.email ?? '', password })).error).toBeNull()
  const { data } = await service.auth.admin.updateUserById(user.id, { email_confirm: true })
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await signIn(user.email)).error).toBeNull()
})

test('a ban locks a user out until it expires, and ends the existing sessions permanently', async () => {
  const user = await made({ email_confirm: true })
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  const ban = await service.auth.admin.updateUserById(user.id, { ban_duration: '1h30m' })
  expect(ban.data.user).toHaveProperty('banned_until')
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
  expect((await signIn(user.email)).error).toMatchObject({ status: 400, code: 'user_banned' })

  const free = await service.auth.admin.updateUserById(user.id, { ban_duration: 'none' })
  expect(free.data.user).not.toHaveProperty('banned_until')
  expect((await signIn(user.email)).error).toBeNull()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('an expired ban restores no old session', async () => {
  await using own = await startAccountsApi()
  const { email, id, password: typed } = await own.account()
  const client = own.client()
  await client.auth.signInWithPassword({ email, password: typed })
  const session = (await client.auth.getSession()).data.session
  await own.client({ key: own.serviceRoleKey }).auth.admin.updateUserById(id, { ban_duration: '10m' })
  await own.setClockAhead(601)
  const again = await own.client().auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
  expect(again.error).toMatchObject({ status: 400, code: 'session_expired' })
  expect((await own.client().auth.signInWithPassword({ email, password: typed })).error).toBeNull()
})

test('deleting a user deletes all data of the account; the orders stay without it', async () => {
  const user = await made({ email_confirm: true })
  const order = await api.db.order({ customer_email: user.email ?? '' })
  await api.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ user_id: user.id }).where('id', '=', order.id).execute(),
  )
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  const { error } = await service.auth.admin.deleteUser(user.id)
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
  expect((await service.auth.admin.getUserById(user.id)).error?.code).toBe('user_not_found')
  expect((await service.auth.admin.deleteUser(user.id)).error?.code).toBe('user_not_found')
  const left = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('user_id').where('id', '=', order.id).executeTakeFirst(),
  )
  expect(left).toEqual({ user_id: null })
  expect((await made({ email: user.email ?? '' })).id).not.toBe(user.id)
})

test('a soft-deleted user leaves a row without personal data, and the address and number are free', async () => {
  const user = await made({ email_confirm: true, phone: '447700900500', user_metadata: { size: '8-10' } })
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  const { error } = await service.auth.admin.deleteUser(user.id, true)
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
  expect((await signIn(user.email)).error?.code).toBe('invalid_credentials')

  const { data } = await service.auth.admin.getUserById(user.id)
  expect(data.user).toMatchObject({ id: user.id, deleted_at: expect.any(String), user_metadata: {}, app_metadata: {} })
  expect(data.user?.email).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(data.user)).not.toContain(user.email)
  expect(JSON.stringify(data.user)).not.toContain('447700900500')
  expect((await service.auth.admin.deleteUser(user.id, true)).error).toBeNull()
  expect((await made({ email: user.email ?? '', phone: '447700900500' })).id).not.toBe(user.id)
  expect((await service.auth.admin.deleteUser(user.id)).error).toBeNull()
})

test('the last administrator cannot be deleted, also not by two concurrent calls', async () => {
  await using own = await startAccountsApi()
  const admin = own.client({ key: own.serviceRoleKey }).auth.admin
  const both = [await own.account(), await own.account()]
  await own.db.asService((tx) =>
    tx
      .insertInto('user_roles')
      .values(both.map(({ id }) => ({ user_id: id, role: 'admin' as const })))
      .execute(),
  )
  const responses = await Promise.all(both.map(({ id }) => admin.deleteUser(id)))
  const refused = responses.filter(({ error }) => error)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.error).toMatchObject({ status: 422, code: 'conflict' })
  expect(refused[0]?.error?.message).toContain('last administrator')
})

import type { SupabaseClient, User } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi
let service: SupabaseClient

beforeAll(async () => {
  api = await startAccountsApi()
  service = api.client({ key: api.serviceRoleKey })
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'linen and larkspur'
const newEmail = () => `${crypto.randomUUID()}@example.com`

type Answer = { status: number; headers: Headers; body: Record<string, unknown> & { code?: string; message?: string } }

async function ask(method: string, path: string, body?: unknown, token = api.serviceRoleKey): Promise<Answer> {
  const response = await fetch(`${api.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: api.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

async function made(attributes: Parameters<SupabaseClient['auth']['admin']['createUser']>[0] = {}): Promise<User> {
  const { data, error } = await service.auth.admin.createUser({ email: newEmail(), password, ...attributes })
  if (error) throw error
  return data.user
}

function signIn(email: string | undefined, typed = password) {
  return api.client().auth.signInWithPassword({ email: email ?? '', password: typed })
}

const userless = crypto.randomUUID()
const everyCall: [string, string][] = [
  ['POST', '/admin/users'],
  ['GET', '/admin/users'],
  ['GET', `/admin/users/${userless}`],
  ['PUT', `/admin/users/${userless}`],
  ['DELETE', `/admin/users/${userless}`],
  ['GET', `/admin/users/${userless}/factors`],
  ['DELETE', `/admin/users/${userless}/factors/${userless}`],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
]

test.each(everyCall)('%s %s is the service’s alone', async (method, path) => {
  const body = method === 'GET' ? undefined : {}
  expect(await ask(method, path, body, '')).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  expect(await ask(method, path, body, 'x.y.z')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  const { access_token } = await openTestSession(api)
  for (const token of [api.anonKey, access_token]) {
    expect(await ask(method, path, body, token)).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  }
})

test('a token of a service needs neither an end nor a subject that is an id', async () => {
  for (const claims of [{ sub: '1234567890', role: 'supabase_admin' }, { role: 'service_role' }]) {
    expect((await ask('GET', '/admin/users', undefined, await api.token(claims))).status).toBe(200)
  }
  expect((await ask('GET', '/admin/users', undefined, await api.token({ role: 'service_role', exp: 1 }))).status).toBe(
    403,
  )
})

test('a user is made as she was described, unconfirmed unless said so, and her metadata is exactly what was given', async () => {
  await using auto = await startAccountsApi({ settings: { autoconfirm: true } })
  const admin = auto.client({ key: auto.serviceRoleKey }).auth.admin
  const email = `Mary.${newEmail()}`
  const { data } = await admin.createUser({ email, password, user_metadata: { size: '10-12' } })
  expect(data.user).toMatchObject({
    email: email.toLowerCase(),
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(data.user?.user_metadata).toEqual({ size: '10-12' })
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect(data.user?.identities).toMatchObject([
    { provider: 'email', identity_data: { email: email.toLowerCase(), email_verified: false, phone_verified: false } },
  ])
  expect(await auto.letters()).toEqual([])
})

test('one who is made confirmed has it in all places, and signs in', async () => {
  const user = await made({ email_confirm: true, user_metadata: { size: '8-10' }, app_metadata: { team: 'cutting' } })
  expect(user.email_confirmed_at).toBeTruthy()
  expect(user.confirmed_at).toBe(user.email_confirmed_at)
  expect(user.user_metadata).toEqual({ size: '8-10', email_verified: true })
  expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'], team: 'cutting' })
  expect(user.identities?.[0]?.identity_data).toMatchObject({ sub: user.id, email_verified: true })
  const { data, error } = await signIn(user.email)
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
})

test('an id, a role, a telephone number and a ban may be given along', async () => {
  const id = crypto.randomUUID()
  const user = await made({
    id,
    role: 'seamstress',
    phone: '+44 7700 900123',
    phone_confirm: true,
    ban_duration: '24h',
  })
  expect(user).toMatchObject({ id, role: 'seamstress', phone: '447700900123' })
  expect(user.phone_confirmed_at).toBeTruthy()
  expect(user.app_metadata.providers).toEqual(['email', 'phone'])
  const until = new Date((user as User & { banned_until: string }).banned_until).getTime()
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000)
  const { data } = await service.auth.admin.createUser({ phone: '447700900124', password })
  expect(data.user).toMatchObject({ email: '', phone: '447700900124', app_metadata: { provider: 'phone' } })
})

test('the role of a user is never the role of her token', async () => {
  const user = await made({ email_confirm: true, role: 'service_role' })
  const { data } = await signIn(user.email)
  const claims = JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims.role).toBe('authenticated')
})

test.each([
  ['$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'bcrypt of GoTrue'],
  ['$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'bcrypt of PHP'],
  ['$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHQ5OTk5$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A', 'argon2id'],
])('a password hash made elsewhere is kept as it is: %s', async (password_hash) => {
  const { data, error } = await service.auth.admin.createUser({ email: newEmail(), password_hash })
  expect(error).toBeNull()
  const row = await api.db.asService((tx) =>
    tx
      .selectFrom('auth.users')
      .select('encrypted_password')
      .where('id', '=', data.user?.id ?? '')
      .executeTakeFirst(),
  )
  expect(row?.encrypted_password).toBe(password_hash)
})

test('what makes no user is refused, each by its code', async () => {
  const { email, id } = await made({ phone: '447700900200' })
  const cases: [unknown, number, string][] = [
    [{}, 400, 'validation_failed'],
    [{ email: '', phone: null }, 400, 'validation_failed'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ phone: '12ab' }, 400, 'validation_failed'],
    [{ email: email?.toUpperCase() }, 422, 'email_exists'],
    [{ phone: '+447700900200' }, 422, 'phone_exists'],
    [{ email: newEmail(), id: 'one' }, 400, 'validation_failed'],
    [{ email: newEmail(), id: '00000000-0000-0000-0000-000000000000' }, 400, 'validation_failed'],
    [{ email: newEmail(), id }, 409, 'conflict'],
    [{ email: newEmail(), password: 'a', password_hash: 'b' }, 400, 'validation_failed'],
    [{ email: newEmail(), password_hash: 'plain text' }, 400, 'validation_failed'],
    [{ email: newEmail(), password_hash: `$2a$31$${'a'.repeat(53)}` }, 400, 'validation_failed'],
    [{ email: newEmail(), password: 'abc' }, 422, 'weak_password'],
    [{ email: newEmail(), password: 'x'.repeat(129) }, 400, 'validation_failed'],
    [{ email: newEmail(), ban_duration: 'for ever' }, 400, 'validation_failed'],
    [{ email: newEmail(), user_metadata: [] }, 400, 'validation_failed'],
    [{ email: newEmail(), user_metadata: { note: '\0' } }, 400, 'validation_failed'],
    [{ email: newEmail(), app_metadata: 'text' }, 400, 'validation_failed'],
    [{ email: newEmail(), email_confirm: 'yes' }, 400, 'validation_failed'],
    [{ email: newEmail(), role: 'r\0' }, 400, 'validation_failed'],
    [{ email: newEmail(), role: 'r'.repeat(256) }, 400, 'validation_failed'],
    ['{"email":', 400, 'bad_json'],
    ['[]', 400, 'bad_json'],
  ]
  for (const [body, status, code] of cases) {
    expect(await ask('POST', '/admin/users', body), JSON.stringify(body)).toMatchObject({ status, body: { code } })
  }
})

test('ten calls that make one address at once make one user', async () => {
  const email = newEmail()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask('POST', '/admin/users', { email, password_hash: `$2a$10$${'a'.repeat(53)}` })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(9).fill(422)])
  const codes = new Set(answers.filter(({ status }) => status === 422).map(({ body }) => body.code))
  expect([...codes]).toEqual(['email_exists'])
})

test('the list comes in pages, newest first, with headers a client can read', async () => {
  await using own = await startAccountsApi()
  const admin = own.client({ key: own.serviceRoleKey }).auth.admin
  for (let each = 1; each <= 5; each += 1) await own.account({ email: `user-${each}@example.com` })
  await own.db.asService((tx) =>
    tx
      .updateTable('auth.users')
      .set((row) => ({
        created_at: row.fn('to_timestamp', [row.fn('ascii', [row.fn('substr', ['email', row.val(6)])])]),
      }))
      .execute(),
  )

  const first = await admin.listUsers({ page: 1, perPage: 2 })
  expect(first.data.users.map(({ email }) => email)).toEqual(['user-5@example.com', 'user-4@example.com'])
  expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: 3, total: 5 })
  const last = await admin.listUsers({ page: 3, perPage: 2 })
  expect(last.data).toMatchObject({ nextPage: null, lastPage: 3, total: 5 })
  expect(last.data.users.map(({ email }) => email)).toEqual(['user-1@example.com'])
  expect((await admin.listUsers()).data.users).toHaveLength(5)
  expect((await admin.listUsers({ page: 9, perPage: 2 })).data.users).toEqual([])

  const header = async (query: string) => {
    const headers = { apikey: own.anonKey, authorization: `Bearer ${own.serviceRoleKey}` }
    const response = await fetch(`${own.url}/auth/v1/admin/users${query}`, { headers })
    return [response.status, response.headers.get('link'), response.headers.get('x-total-count')]
  }
  expect(await header('?per_page=2&page=1')).toEqual([
    200,
    '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
    '5',
  ])
  expect(await header('?page=&per_page=')).toEqual([200, '</admin/users?page=1&per_page=50>; rel="last"', '5'])
  for (const query of ['?page=-1', '?page=0', '?page=1.5', '?page=one', '?per_page=-5', '?page=99999999999999999999'])
    expect((await header(query))[0], query).toBe(400)
})

test('a user is found by id, and one who is not there is not', async () => {
  const user = await made()
  expect((await service.auth.admin.getUserById(user.id)).data.user).toEqual(user)
  expect(await ask('GET', `/admin/users/${userless}`)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
  expect(await ask('GET', '/admin/users/one')).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/factors'],
    ['DELETE', `/factors/${userless}`],
  ] as const) {
    const body = method === 'GET' ? undefined : {}
    expect(await ask(method, `/admin/users/${userless}${path}`, body)).toMatchObject({ status: 404 })
    expect(await ask(method, `/admin/users/two${path}`, body)).toMatchObject({
      status: 404,
      body: { code: 'validation_failed' },
    })
  }
})

test('a change holds at once, without a letter; metadata is changed key by key', async () => {
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
  expect((await api.letters(email.toLowerCase())).map(({ kind }) => kind)).toEqual([])
  expect(await api.letters(user.email)).toEqual([])
})

test('a change that cannot be is refused, and leaves everything as it was', async () => {
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
    const answer = await ask('PUT', `/admin/users/${user.id}`, { role: 'odd', ...(body as object) })
    expect(answer, JSON.stringify(body)).toMatchObject({ status, body: { code } })
  }
  expect((await service.auth.admin.getUserById(user.id)).data.user).toEqual(user)
})

test('a password the service sets ends every session and every link', async () => {
  const user = await made({ email_confirm: true })
  const client = api.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  await api.client().auth.resetPasswordForEmail(user.email ?? '')
  const [letter] = await api.letters(user.email)
  expect(letter?.kind).toBe('recovery')

  const { error } = await service.auth.admin.updateUserById(user.id, { password: 'another good password' })
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400 })
  const link = await api.client().auth.verifyOtp({ type: 'recovery', token_hash: letter?.secrets.token ?? '' })
  expect(link.error?.code).toBe('otp_expired')
  expect((await signIn(user.email)).error?.code).toBe('invalid_credentials')
  expect((await signIn(user.email, 'another good password')).error).toBeNull()
})

test('an administrator’s password is held to an administrator’s measure', async () => {
  const user = await made()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: user.id, role: 'admin' }).execute())
  const answer = await ask('PUT', `/admin/users/${user.id}`, { password: 'larkspur9' })
  expect(answer).toMatchObject({ status: 422, body: { code: 'weak_password' } })
})

test('an address the service vouches for keeps its password and none of its sessions', async () => {
  const user = await made()
  const client = api.client()
  expect((await client.auth.signInWithPassword({ email: user.email ?? '', password })).error).toBeNull()
  const { data } = await service.auth.admin.updateUserById(user.id, { email_confirm: true })
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await signIn(user.email)).error).toBeNull()
})

test('a ban keeps her out until it ends, and her old sessions for good', async () => {
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

test('a ban that ends by itself brings no old session back', async () => {
  await using own = await startAccountsApi()
  const { email, id, password: typed } = await own.account()
  const client = own.client()
  await client.auth.signInWithPassword({ email, password: typed })
  const kept = (await client.auth.getSession()).data.session
  await own.client({ key: own.serviceRoleKey }).auth.admin.updateUserById(id, { ban_duration: '10m' })
  await own.setClockAhead(601)
  const again = await own.client().auth.refreshSession({ refresh_token: kept?.refresh_token ?? '' })
  expect(again.error).toMatchObject({ status: 400, code: 'session_expired' })
  expect((await own.client().auth.signInWithPassword({ email, password: typed })).error).toBeNull()
})

test('who is deleted is gone with all that hung on her; her orders stay and name nobody', async () => {
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

test('who is softly deleted leaves a row that says nothing of her, and her address and number are free', async () => {
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

test('the last administrator is not deleted, not by two calls at once either', async () => {
  await using own = await startAccountsApi()
  const admin = own.client({ key: own.serviceRoleKey }).auth.admin
  const both = [await own.account(), await own.account()]
  await own.db.asService((tx) =>
    tx
      .insertInto('user_roles')
      .values(both.map(({ id }) => ({ user_id: id, role: 'admin' as const })))
      .execute(),
  )
  const answers = await Promise.all(both.map(({ id }) => admin.deleteUser(id)))
  const refused = answers.filter(({ error }) => error)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.error).toMatchObject({ status: 422, code: 'conflict' })
  expect(refused[0]?.error?.message).toContain('last administrator')
})

test('the service sees a user’s factors, without their secrets, and takes one away', async () => {
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

  const strange = await service.auth.admin.mfa.deleteFactor({ userId: user.id, id: userless })
  expect(strange.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const other = await made()
  const foreign = await service.auth.admin.mfa.deleteFactor({ userId: other.id, id: factorId })
  expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const { data } = await service.auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId })
  // The client wraps this answer once more.
  expect(data).toMatchObject({ data: { id: factorId, status: 'unverified' } })
  expect((await ask('GET', `/admin/users/${user.id}/factors`)).body).toEqual([])
})

test('an invitation makes an account without a password, and its letter lets her in', async () => {
  const email = newEmail()
  const { data, error } = await service.auth.admin.inviteUserByEmail(email.toUpperCase(), {
    data: { size: '12-14' },
    redirectTo: 'http://localhost:3000/account',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { size: '12-14', email } })
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  const [letter] = await api.letters(email)
  expect(letter).toMatchObject({
    kind: 'invite',
    data: { type: 'invite', redirectTo: 'http://localhost:3000/account' },
  })

  const client = api.client()
  const accepted = await client.auth.verifyOtp({ type: 'invite', token_hash: letter?.secrets.token ?? '' })
  expect(accepted.error).toBeNull()
  expect(accepted.data.user?.email_confirmed_at).toBeTruthy()
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  expect((await signIn(email)).error).toBeNull()
  expect((await service.auth.admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('who has not answered is invited again, and nobody by no address', async () => {
  const email = newEmail()
  const first = await service.auth.admin.inviteUserByEmail(email)
  const again = await service.auth.admin.inviteUserByEmail(email)
  expect(again.data.user?.id).toBe(first.data.user?.id)
  expect(await api.letters(email)).toHaveLength(2)
  for (const body of [{}, { email: 'nobody' }, { email, data: 'text' }]) {
    expect(await ask('POST', '/invite', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  }
})

test('what the service did is in the audit log, by ids alone', async () => {
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

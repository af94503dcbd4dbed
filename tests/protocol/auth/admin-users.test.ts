import type { User } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { newEmail, password, serviceCalls } from '#tests/fixtures/service-calls.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

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

test('a service token needs neither an expiry nor a UUID as its subject', async () => {
  for (const claims of [{ sub: '1234567890', role: 'supabase_admin' }, { role: 'service_role' }]) {
    expect((await ask('GET', '/admin/users', undefined, await api.token(claims))).status).toBe(200)
  }
  expect((await ask('GET', '/admin/users', undefined, await api.token({ role: 'service_role', exp: 1 }))).status).toBe(
    403,
  )
})

test('a user is created with the given fields and metadata, unconfirmed by default', async () => {
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
  expect(await auto.emails()).toEqual([])
})

test('a user created as confirmed is confirmed in all fields, and signs in', async () => {
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

test('an id, a role, a telephone number and a ban can be set at creation', async () => {
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

test('the role of a user never becomes the role of the token', async () => {
  const user = await made({ email_confirm: true, role: 'service_role' })
  const { data } = await signIn(user.email)
  const claims = JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims.role).toBe('authenticated')
})

test.each([
  ['$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'bcrypt of GoTrue'],
  ['$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'bcrypt of PHP'],
  ['$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHQ5OTk5$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A', 'argon2id'],
])('a password hash from another system is stored unchanged: %s', async (password_hash) => {
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

test('an invalid user is refused, with a code for each case', async () => {
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

test('ten concurrent calls for one address create one user', async () => {
  const email = newEmail()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => ask('POST', '/admin/users', { email, password_hash: `$2a$10$${'a'.repeat(53)}` })),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(9).fill(422)])
  const codes = new Set(responses.filter(({ status }) => status === 422).map(({ body }) => body.code))
  expect([...codes]).toEqual(['email_exists'])
})

test('the list is paged, newest first, with headers that a client can read', async () => {
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

test('a user is found by id, and a missing one is 404', async () => {
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

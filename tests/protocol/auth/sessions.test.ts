import { generateKeyPairSync } from 'node:crypto'
import { exportSPKI, importSPKI, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function ask(path: string, token?: string, init: RequestInit = {}) {
  return fetch(`${api.url}${path}`, {
    ...init,
    headers: {
      apikey: api.anonKey,
      'x-supabase-api-version': '2024-01-01',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...init.headers,
    },
  })
}

async function user(token?: string) {
  const response = await ask('/auth/v1/user', token)
  return { status: response.status, ...((await response.json()) as { code?: string; message?: string; id?: string }) }
}

const ownRoles = '/rest/v1/user_roles?select=role'

test('signing out ends this session, all sessions, or all others', async () => {
  const { id } = await api.account()
  const open = () => openTestSession(api, id)
  const logout = (scope: string, token: string) =>
    ask(`/auth/v1/logout${scope}`, token, { method: 'POST', headers: { 'content-type': 'application/json' } })

  const [a, b, c] = [await open(), await open(), await open()]
  const left = await logout('?scope=local', a.access_token)
  expect([left.status, await left.text()]).toEqual([204, ''])
  expect(await user(a.access_token)).toMatchObject({ status: 403, code: 'session_not_found' })
  expect(await user(b.access_token)).toMatchObject({ status: 200, id })
  expect((await logout('?scope=others', b.access_token)).status).toBe(204)
  expect(await user(c.access_token)).toMatchObject({ status: 403, code: 'session_not_found' })
  const d = await open()
  expect((await logout('', b.access_token)).status).toBe(204)
  expect(await user(b.access_token)).toMatchObject({ status: 403 })
  expect(await user(d.access_token)).toMatchObject({ status: 403 })
  const odd = await logout('?scope=everything', (await open()).access_token)
  expect([odd.status, await odd.json()]).toMatchObject([400, { code: 'validation_failed' }])
})

test('within a second of a sign-out, a ban or a deletion /rest/v1 answers 401', { tags: ['S12'] }, async () => {
  for (const end of ['logout', 'ban', 'delete'] as const) {
    const { access_token, user: owner } = await openTestSession(api)
    expect((await ask(ownRoles, access_token)).status).toBe(200)
    await api.db.asService(async (tx) => {
      if (end === 'logout') await tx.deleteFrom('auth.sessions').where('user_id', '=', owner.id).execute()
      if (end === 'ban')
        await tx.updateTable('auth.users').set({ banned_until: '2099-01-01' }).where('id', '=', owner.id).execute()
      if (end === 'delete') await tx.deleteFrom('auth.users').where('id', '=', owner.id).execute()
    })
    await expect.poll(async () => (await ask(ownRoles, access_token)).status, { timeout: 1_500 }).toBe(401)
    const { code } = (await (await ask(ownRoles, access_token)).json()) as { code: string }
    expect(code).toBe('PGRST303')
  }
})

test('a revoked role has no effect from the next call on', { tags: ['S12'] }, async () => {
  const { access_token, user: owner } = await openTestSession(api)
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: owner.id, role: 'admin' }).execute())
  await api.db.product({ active: false })
  const hidden = () =>
    ask('/rest/v1/products?select=id&active=eq.false', access_token).then((response) => response.json())
  expect(await hidden()).not.toEqual([])
  await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', owner.id).execute())
  expect(await hidden()).toEqual([])
})

test('an invalid bearer at /auth/v1 gets the protocol’s errors', async () => {
  expect(await user()).toMatchObject({ status: 401, code: 'no_authorization' })
  expect((await user()).message).toContain('Bearer token')
  expect(await user(api.anonKey)).toMatchObject({
    status: 403,
    code: 'bad_jwt',
    message: 'invalid claim: missing sub claim',
  })
  const gone = { role: 'authenticated', aud: 'authenticated', exp: 9_999_999_999 }
  expect(await user(await api.token({ ...gone, sub: 'nobody' }))).toMatchObject({ status: 400, code: 'bad_jwt' })
  expect(await user(await api.token({ ...gone, sub: crypto.randomUUID() }))).toMatchObject({
    status: 403,
    code: 'user_not_found',
  })
  const { id } = await api.account()
  const other = await api.token({ ...gone, sub: id, session_id: crypto.randomUUID() })
  expect(await user(other)).toMatchObject({ status: 403, code: 'session_not_found' })
  expect(await user(await api.token({ ...gone, sub: id }))).toMatchObject({ status: 200, id })
})

test('forged, altered and foreign tokens open neither /auth/v1 nor /rest/v1', { tags: ['S11'] }, async () => {
  const { access_token, user: owner } = await openTestSession(api)
  const [head = '', body = '', sign = ''] = access_token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { publicKey } = await publicKeyOf(kid)
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const coded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signWith = (header: { alg: string; [more: string]: unknown }, key: Parameters<SignJWT['sign']>[0], more = {}) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader(header).sign(key)
  const ourKey = new TextEncoder().encode('a secret of the tests, long enough to be one')
  const forged = [
    `${coded({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${coded({ alg: 'None', typ: 'JWT' })}.${body}.${sign}`,
    `${coded({ alg: 'HS256', typ: 'JWT', kid })}.${body}.${sign}`,
    await signWith({ alg: 'HS256', kid }, new TextEncoder().encode(publicKey)),
    await signWith({ alg: 'HS256' }, new TextEncoder().encode('secret')),
    await signWith({ alg: 'ES256', kid }, own.privateKey),
    await signWith({ alg: 'ES256', kid: '../../etc/passwd' }, own.privateKey),
    await signWith({ alg: 'ES256', kid: "' or 1=1 --" }, own.privateKey),
    await signWith({ alg: 'ES256' }, own.privateKey),
    await signWith({ alg: 'ES256', jwk: own.publicKey.export({ format: 'jwk' }) }, own.privateKey),
    await signWith({ alg: 'ES256', kid, jku: `${api.url}/keys.json` }, own.privateKey),
    await signWith({ alg: 'HS384' }, ourKey),
    `${head}.${coded({ ...claims, role: 'service_role' })}.${sign}`,
    `${head}.${coded({ ...claims, sub: crypto.randomUUID() })}.${sign}`,
    `${access_token}x`,
    access_token.slice(0, -4),
    `${head}.${body}`,
    '',
    'null',
    '.',
    '..',
  ]
  for (const token of forged) {
    const { status, code } = await user(token)
    expect([status, code], token).toEqual(token === '' ? [401, 'no_authorization'] : [403, 'bad_jwt'])
    expect((await ask(ownRoles, token)).status, token).toBe(401)
  }
  // Signed with the secret, but without a user token's claims.
  const wrong = [
    { exp: 1 },
    { aud: 'another' },
    { iss: 'https://evil.example/auth/v1' },
    { nbf: 9_999_999_999 },
    { role: 'anon' },
  ]
  for (const more of wrong) {
    const token = await api.token({ ...claims, ...more })
    expect((await user(token)).status, JSON.stringify(more)).toBe(403)
  }
  const { session_id: _, ...without } = claims
  for (const more of [{ role: 'postgres' }, { role: 'supabase_admin' }, { sub: undefined }, { exp: undefined }]) {
    const token = await api.token({ ...without, ...more })
    expect((await ask(ownRoles, token)).status, JSON.stringify(more)).toBe(401)
  }
  expect((await user(access_token)).id).toBe(owner.id)
})

test('a refresh token is not an access token, nor the reverse', async () => {
  const { access_token, refresh_token } = await openTestSession(api)
  expect((await user(refresh_token)).status).toBe(403)
  const response = await ask('/auth/v1/token?grant_type=refresh_token', undefined, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: access_token }),
  })
  expect(response.status).toBe(400)
})

test('the public keys are published, and an unmodified client verifies a token with them', async () => {
  const { access_token } = await openTestSession(api)
  const response = await fetch(`${api.url}/auth/v1/.well-known/jwks.json`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys } = (await response.json()) as { keys: Record<string, string>[] }
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }])
  expect(Object.keys(keys[0] ?? {})).not.toContain('d')
  const { data, error } = await api.client().auth.getClaims(access_token)
  expect(error).toBeNull()
  expect(data?.claims).toMatchObject({ role: 'authenticated', aal: 'aal1' })
})

test('RS256 works the same way, and with HS256 no key is published', async () => {
  await using rsa = await startAccountsApi({ algorithm: 'RS256' })
  const signed = await openTestSession(rsa)
  expect((await rsa.client().auth.getClaims(signed.access_token)).data?.claims.sub).toBe(signed.user.id)
  const published = await (await fetch(`${rsa.url}/auth/v1/.well-known/jwks.json`)).json()
  expect(Buffer.from(published.keys[0].n, 'base64url')).toHaveLength(3_072 / 8)
  await using secret = await startAccountsApi({ algorithm: 'HS256' })
  const keys = await (await fetch(`${secret.url}/auth/v1/.well-known/jwks.json`)).json()
  expect(keys).toEqual({ keys: [] })
  const { access_token } = await openTestSession(secret)
  const response = await fetch(`${secret.url}${ownRoles}`, {
    headers: { apikey: secret.anonKey, authorization: `Bearer ${access_token}` },
  })
  expect(response.status).toBe(200)
})

test('ten instances that start concurrently share one key', async () => {
  await using first = await startAccountsApi()
  await first.db.asService((tx) => tx.deleteFrom('private.signing_keys').execute())
  const others = await Promise.all(Array.from({ length: 10 }, () => startAccountsApi({ db: first.db })))
  const rows = await first.db.asService((tx) => tx.selectFrom('private.signing_keys').select('kid').execute())
  expect(rows).toHaveLength(1)
  const { access_token } = await openTestSession(others[3] ?? first)
  const response = await fetch(`${others[7]?.url}${ownRoles}`, {
    headers: { apikey: first.anonKey, authorization: `Bearer ${access_token}` },
  })
  expect(response.status).toBe(200)
  for (const other of others) await other[Symbol.asyncDispose]()
})

async function publicKeyOf(kid: string): Promise<{ publicKey: string }> {
  const found = await api.deps.keys.find(kid)
  if (!found) throw new Error(`no key ${kid}`)
  const publicKey = await exportSPKI(found.key)
  await importSPKI(publicKey, 'ES256')
  return { publicKey }
}

// @module-tag S11

import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTokenVerifier, issueKeys, type KeySet, knownKeys, ownIssuer } from './tokens.ts'

const secret = 'a secret that is long enough for HS256'
const sub = '0b5c0f5e-6f0b-4d0e-9f6a-3f8c5a2b1d10'
const now = Math.floor(Date.now() / 1_000)
const user = { role: 'authenticated', aud: 'authenticated', sub, iat: now, exp: now + 3_600 }

function signed(claims: object, { key = secret, header = {} }: { key?: string; header?: object } = {}) {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(new TextEncoder().encode(key))
}

function encoded(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

const unverified = expect.objectContaining({
  name: 'TokenError',
  reason: expect.stringMatching(/^(malformed|unverified)$/),
})
const badClaims = (message?: string) =>
  expect.objectContaining({
    name: 'TokenError',
    reason: expect.stringMatching(/^(claims|expired|early)$/),
    ...(message && { message }),
  })

test('a token of the shop gives its claims, at the first and every later check until it expires', async () => {
  let clock = Date.now()
  const { verifyToken } = createTokenVerifier({ secret, now: () => clock })
  const token = await signed(user)
  expect(await verifyToken(token)).toMatchObject({ role: 'authenticated', sub })
  expect(await verifyToken(token)).toMatchObject({ sub })
  clock += 3_629_000
  expect(await verifyToken(token)).toMatchObject({ sub })
  clock += 2_000
  await expect(verifyToken(token)).rejects.toEqual(badClaims('JWT expired'))
})

test('a token that the shop’s key did not sign is refused', async () => {
  const { verifyToken } = createTokenVerifier({ secret })
  const [head, body, signature] = (await signed(user)).split('.')
  const forged = [
    '',
    ' ',
    'abc',
    'a.b',
    'a.b.c',
    'a.b.c.d',
    '..',
    `${encoded({ alg: 'none' })}.${body}.`,
    `${encoded({ alg: 'none' })}.${body}.${signature}`,
    `${encoded({ alg: 'None', typ: 'JWT' })}.${body}.`,
    `${encoded({ alg: 'HS512', typ: 'JWT' })}.${body}.${signature}`,
    `${encoded({ typ: 'JWT' })}.${body}.${signature}`,
    `${encoded('null')}.${body}.${signature}`,
    `${encoded('[]')}.${body}.${signature}`,
    `${head}.${encoded({ ...user, role: 'service_role' })}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}.${'A'.repeat(43)}`,
    `${head}.${body}.${signature?.slice(0, -2)}`,
    `${head}.${body}.${signature}x`,
    await signed(user, { key: 'another secret, long enough for HS256 too' }),
    await signed(user, { header: { typ: 'at+jwt' } }),
    `${head}.${encoded('x'.repeat(20_000))}.${signature}`,
  ]
  for (const token of forged) await expect(verifyToken(token), token.slice(0, 80)).rejects.toEqual(unverified)
})

test('a header that names its own key has no effect', async () => {
  const { verifyToken } = createTokenVerifier({ secret })
  for (const header of [
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example' },
    { jwk: { kty: 'oct', k: 'YQ' } },
    { kid: '../../etc/passwd' },
  ]) {
    expect(await verifyToken(await signed(user, { header }))).toMatchObject({ sub })
    await expect(
      verifyToken(await signed(user, { header, key: 'the key of somebody else, who is evil' })),
    ).rejects.toEqual(unverified)
  }
  await expect(verifyToken(`${encoded({ alg: 'HS256', crit: ['x'], x: 1 })}.${encoded(user)}.AAAA`)).rejects.toEqual(
    unverified,
  )
})

test('an asymmetric key is found by its exact kid, and the key determines the algorithm', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keys: KeySet = { find: async (kid) => (kid === 'one' ? { key: publicKey, algorithm: 'ES256' } : null) }
  const { verifyToken } = createTokenVerifier({ secret, keys })
  const es256 = (header: object) => new SignJWT(user).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey)
  expect(await verifyToken(await es256({ kid: 'one' }))).toMatchObject({ sub })
  for (const header of [{}, { kid: 'two' }, { kid: 'ONE' }, { kid: '../one' }]) {
    await expect(verifyToken(await es256(header))).rejects.toEqual(unverified)
  }
  const publicText = await exportSPKI(publicKey)
  await expect(verifyToken(await signed(user, { key: publicText, header: { kid: 'one' } }))).rejects.toEqual(unverified)
  const [, body, signature] = (await es256({ kid: 'one' })).split('.')
  await expect(verifyToken(`${encoded({ alg: 'RS256', kid: 'one' })}.${body}.${signature}`)).rejects.toEqual(unverified)
})

test('invalid claims are refused, with 30 s of clock skew', async () => {
  const issuer = ownIssuer({ siteUrl: 'https://shop.example', live: true })
  const { verifyToken } = createTokenVerifier({ secret, issuer })
  const wrong: Array<[object, string?]> = [
    [{ exp: undefined }],
    [{ exp: String(now + 60) }],
    [{ exp: now - 31 }, 'JWT expired'],
    [{ nbf: now + 60 }, 'JWT not yet valid'],
    [{ iat: now + 60 }, 'JWT issued at future'],
    [{ role: undefined }],
    [{ role: 'postgres' }],
    [{ role: ['authenticated'] }],
    [{ role: '__proto__' }],
    [{ sub: undefined }],
    [{ sub: 'x' }],
    [{ sub: [sub] }],
    [{ aud: 'somebody' }, 'JWT not in audience'],
    [{ iss: 'https://evil.example/auth/v1' }, 'JWT of another issuer'],
    [{ iss: 'http://localhost:3000/auth/v1' }, 'JWT of another issuer'],
  ]
  for (const [claims, message] of wrong) {
    await expect(verifyToken(await signed({ ...user, ...claims })), JSON.stringify(claims)).rejects.toEqual(
      badClaims(message),
    )
  }
  const right = [
    { exp: now - 20 },
    { nbf: now + 20 },
    { aud: ['authenticated'] },
    { iss: 'https://shop.example/auth/v1' },
    { aud: undefined },
  ]
  for (const claims of right) expect(await verifyToken(await signed({ ...user, ...claims }))).toMatchObject({ sub })
  await expect(verifyToken(await signed([]))).rejects.toMatchObject({ name: 'TokenError' })
})

test('a token with any changed character is refused', async () => {
  const { verifyToken } = createTokenVerifier({ secret })
  const token = await signed(user)
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A'
    const changed = token.slice(0, at) + other + token.slice(at + 1)
    // The last character of a signature has two unused bits.
    if (at === token.length - 1) continue
    await expect(verifyToken(changed), `at ${at}`).rejects.toMatchObject({ name: 'TokenError' })
  }
})

test('the API keys of a secret are always the same two, and no other text is an API key', async () => {
  const verifier = createTokenVerifier({ secret })
  const isKey = knownKeys(verifier, ['sb_publishable_1', undefined])
  const { anonKey, serviceRoleKey } = await issueKeys(secret)
  expect(await issueKeys(secret)).toEqual({ anonKey, serviceRoleKey })
  expect(await verifier.verifyToken(anonKey)).toMatchObject({ role: 'anon' })
  expect(await verifier.verifyToken(serviceRoleKey)).toMatchObject({ role: 'service_role' })
  expect(await Promise.all([anonKey, serviceRoleKey, 'sb_publishable_1'].map(isKey))).toEqual([true, true, true])
  const others = [
    await signed(user),
    (await issueKeys('another secret, also quite long enough')).anonKey,
    'sb_publishable_2',
    '',
    'undefined',
  ]
  expect(await Promise.all(others.map(isKey))).toEqual([false, false, false, false, false])
})

test('a remembered token is refused once its key is gone, and verified again with another key of that name', async () => {
  const [own, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  let key: CryptoKey | null = own.publicKey
  const keys: KeySet = { find: async () => key && { key, algorithm: 'ES256' } }
  const { verifyToken } = createTokenVerifier({ secret, keys })
  const token = await new SignJWT(user).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(own.privateKey)
  for (let time = 0; time < 2; time += 1) expect(await verifyToken(token)).toMatchObject({ sub })
  key = null
  for (let time = 0; time < 2; time += 1) await expect(verifyToken(token)).rejects.toEqual(unverified)
  key = own.publicKey
  expect(await verifyToken(token)).toMatchObject({ sub })
  key = other.publicKey
  await expect(verifyToken(token)).rejects.toEqual(unverified)
})

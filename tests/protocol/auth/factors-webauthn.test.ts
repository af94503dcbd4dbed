import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { call, claimsOf, signIn, tokensOf } from '#tests/fixtures/second-factors.ts'
import { type Oddities, softwareAuthenticator } from '#tests/fixtures/software-authenticator.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

type Key = ReturnType<typeof softwareAuthenticator>
type Challenge = {
  id: string
  webauthn: {
    type: 'create' | 'request'
    credential_options: {
      publicKey: {
        challenge: string
        rp?: { id: string; name: string }
        rpId?: string
        allowCredentials?: object[]
        excludeCredentials?: object[]
      }
    }
  }
}

const party = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] }

/** A session with an unfinished passkey. */
async function begun(at = api) {
  const { access_token: token, user } = await openTestSession(at)
  const body = { factor_type: 'webauthn', friendly_name: crypto.randomUUID() }
  const enrolled = await call(at, '/factors', { token, body })
  expect(enrolled.status).toBe(200)
  expect(enrolled.body).toEqual({ id: enrolled.body.id, type: 'webauthn', friendly_name: body.friendly_name })
  return { token, userId: user.id, id: enrolled.body.id, key: softwareAuthenticator() }
}

async function challenge(of: { token: string; id: string }, webauthn: unknown = party, at = api) {
  const { status, body } = await call(at, `/factors/${of.id}/challenge`, {
    token: of.token,
    body: { factorId: of.id, webauthn },
  })
  return { status, code: body.code, ...(body as unknown as Challenge) }
}

/** Requests a challenge, lets the key sign it, and submits the response. */
async function answer(of: { token: string; id: string; key: Key }, odd: Oddities = {}, challenged?: Challenge) {
  const { id, webauthn } = challenged ?? (await challenge(of))
  const { publicKey } = webauthn.credential_options
  const credential = webauthn.type === 'create' ? of.key.create(publicKey, odd) : of.key.get(publicKey, odd)
  return bring(of, id, { type: webauthn.type, ...party, credential_response: credential })
}

function bring(of: { token: string; id: string }, challenge_id: string, webauthn: unknown) {
  return call(api, `/factors/${of.id}/verify`, { token: of.token, body: { challenge_id, webauthn } })
}

const refused = { status: 422, body: { code: 'mfa_verification_failed' } }

test('auth-js creates a passkey, and reaches aal2 with it at the next sign-in', async () => {
  const account = await api.account()
  const key = softwareAuthenticator()
  const client = await signIn(api, account)
  const { data: enrolled, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My key' })
  if (error) throw error

  async function pass(with_: SupabaseClient): Promise<string> {
    const challenged = await with_.auth.mfa.challenge({ factorId: enrolled?.id ?? '', webauthn: party })
    if (challenged.error) throw challenged.error
    const { type, credential_options } = challenged.data.webauthn
    const options = credential_options.publicKey as Parameters<Key['create']>[0]
    const passed = await with_.auth.mfa.verify({
      factorId: enrolled?.id ?? '',
      challengeId: challenged.data.id,
      webauthn: {
        ...party,
        type,
        credential_response: type === 'create' ? key.create(options) : key.get(options),
      } as never,
    })
    expect(passed.error).toBeNull()
    return type
  }

  expect(await pass(client)).toBe('create')
  const again = await signIn(api, account)
  expect(await pass(again)).toBe('request')
  expect(await pass(again)).toBe('request')
  for (const each of [client, again]) {
    const { aal, amr } = claimsOf((await tokensOf(each)).access_token)
    expect([aal, amr.map(({ method }) => method)]).toEqual(['aal2', ['mfa/webauthn', 'password']])
  }
  expect((await again.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ friendly_name: 'My key' }])
  expect((await api.emails(account.email)).filter(({ kind }) => kind === 'new_factor')).toMatchObject([
    { data: { type: 'webauthn' } },
  ])
})

test('the options request a key for this shop and this user, and later that same key', async () => {
  const of = await begun()
  const making = await challenge(of)
  expect(making).toMatchObject({
    type: 'webauthn',
    webauthn: {
      type: 'create',
      credential_options: {
        publicKey: {
          rp: { id: 'localhost', name: expect.any(String) },
          attestation: 'none',
          authenticatorSelection: { userVerification: 'preferred', residentKey: 'discouraged' },
          excludeCredentials: [],
          user: { id: Buffer.from(of.userId.replaceAll('-', ''), 'hex').toString('base64url') },
        },
      },
    },
  })
  const verified = await answer(of, {}, making)
  expect(verified.status).toBe(200)
  const using = await challenge(of)
  expect(using.webauthn).toMatchObject({
    type: 'request',
    credential_options: {
      publicKey: { rpId: 'localhost', userVerification: 'preferred', allowCredentials: [{ id: of.key.id }] },
    },
  })
  const known = using.webauthn.credential_options.publicKey.allowCredentials
  expect(known).toEqual([{ id: of.key.id, type: 'public-key', transports: ['internal'] }])
  // A second key of the same user is a different one. The first one raised the session, so this is the new token.
  const token = verified.body.access_token
  const other = await call(api, '/factors', { token, body: { factor_type: 'webauthn', friendly_name: 'Spare' } })
  const spare = await challenge({ token, id: other.body.id })
  expect(spare.webauthn.credential_options.publicKey.excludeCredentials).toMatchObject([{ id: of.key.id }])
})

test('a response is valid only for this shop, this challenge and with user presence', async () => {
  const of = await begun()
  for (const odd of [
    { origin: 'https://kindred-wardrobe.example' },
    { origin: 'http://localhost.evil.example:3000' },
    { origin: 'null' },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { challenge: Buffer.from('another challenge').toString('base64url') },
    { present: false },
  ] satisfies Oddities[]) {
    expect([odd, await answer(of, odd)]).toMatchObject([odd, refused])
  }
  expect((await answer(of)).status).toBe(200)
})

test('a key’s response verifies that key only', async () => {
  const of = await begun()
  expect((await answer(of)).status).toBe(200)
  for (const odd of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { challenge: 'AAAA' },
    { present: false },
    { forged: true },
  ] satisfies Oddities[]) {
    expect([odd, await answer(of, odd)]).toMatchObject([odd, refused])
  }
  expect(await answer({ ...of, key: softwareAuthenticator() })).toMatchObject(refused)
  // In rehearsal any loopback page belongs to the shop.
  expect((await answer(of, { origin: 'http://localhost:5173' })).status).toBe(200)
})

test('a counter that does not increase is refused as a copied key', async () => {
  const of = await begun()
  expect((await answer(of, { counter: 7 })).status).toBe(200)
  expect(await answer(of, { counter: 7 })).toMatchObject(refused)
  expect(await answer(of, { counter: 3 })).toMatchObject(refused)
  expect((await answer(of, { counter: 8 })).status).toBe(200)
})

test('a response is accepted once; of twenty concurrent uses one passes', async () => {
  const of = await begun()
  const challenged = await challenge(of)
  expect((await answer(of, {}, challenged)).status).toBe(200)
  expect(await answer(of, {}, challenged)).toMatchObject({ status: 422, body: { code: 'mfa_ip_address_mismatch' } })
  const next = await challenge(of)
  const credential_response = of.key.get(next.webauthn.credential_options.publicKey)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => bring(of, next.id, { type: 'request', ...party, credential_response })),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a second key cannot replace the first one through an earlier challenge', async () => {
  const of = await begun()
  const [first, second] = [await challenge(of), await challenge(of)]
  expect((await answer(of, {}, first)).status).toBe(200)
  const thief = { ...of, key: softwareAuthenticator() }
  expect(await answer(thief, {}, second)).toMatchObject(refused)
  expect((await answer(of)).status).toBe(200)
})

test('a key’s attestation is ignored, and nothing is fetched for it', { tags: ['S32'] }, async () => {
  const of = await begun()
  const certificate = Buffer.from('30820100', 'hex')
  const attStmt = new Map<string, never>(
    Object.entries({ alg: -7, sig: Buffer.from('00'), x5c: [certificate] }) as unknown as [string, never][],
  )
  expect((await answer(of, { attestation: { fmt: 'packed', attStmt } })).status).toBe(200)
})

test('a page’s name and origins are accepted only if they are the shop’s', async () => {
  const of = await begun()
  expect(await challenge(of, null)).toMatchObject({ status: 200 })
  expect(await challenge(of, { rpId: 'localhost' })).toMatchObject({ status: 200 })
  expect(await challenge(of, { ...party, rpOrigins: ['http://127.0.0.1:9'] })).toMatchObject({ status: 200 })
  const no = { status: 400, code: 'validation_failed' }
  expect(await challenge(of, { ...party, rpId: 'evil.example' })).toMatchObject(no)
  expect(await challenge(of, { ...party, rpOrigins: ['http://localhost:3000', 'https://evil.example'] })).toMatchObject(
    no,
  )
  expect(await challenge(of, 'evil.example')).toMatchObject(no)
})

test('a live shop creates keys for its own host name only, and none for an IP address', async () => {
  await using live = await startAccountsApi({ live: true, siteUrl: 'https://shop.example', db: api.db })
  const of = { ...(await begun(live)), key: softwareAuthenticator({ origin: 'https://shop.example' }) }
  const own = { rpId: 'shop.example', rpOrigins: ['https://shop.example'] }
  expect(await challenge(of, party, live)).toMatchObject({ status: 400 })
  const challenged = await challenge(of, own, live)
  expect(challenged.webauthn.credential_options.publicKey.rp?.id).toBe('shop.example')
  const at = (origin: string) => {
    const credential_response = of.key.create(challenged.webauthn.credential_options.publicKey, { origin })
    return call(live, `/factors/${of.id}/verify`, {
      token: of.token,
      body: { challenge_id: challenged.id, webauthn: { type: 'create', ...own, credential_response } },
    })
  }
  expect(await at('http://localhost:3000')).toMatchObject(refused)
  expect(await at('https://www.shop.example')).toMatchObject(refused)
  expect((await at('https://shop.example')).status).toBe(200)

  await using bare = await startAccountsApi({ live: true, siteUrl: 'https://192.0.2.7', db: api.db })
  const { access_token: token } = await openTestSession(bare)
  expect(await call(bare, '/factors', { token, body: { factor_type: 'webauthn' } })).toMatchObject({
    status: 422,
    body: { code: 'mfa_webauthn_enroll_not_enabled' },
  })
})

test('every other response is refused, never with a 5xx', async () => {
  const of = await begun()
  const good = (await challenge(of)).webauthn.credential_options.publicKey
  const { toJSON } = of.key.create(good)
  const json = toJSON()
  const responses: [unknown, number][] = [
    [undefined, 400],
    [null, 400],
    ['yes', 400],
    [{}, 400],
    [{ type: 'create' }, 400],
    [{ type: 'request', credential_response: json }, 400],
    [{ type: 'create', credential_response: { ...json, response: {} } }, 400],
    [{ type: 'create', credential_response: { ...json, response: { clientDataJSON: '!' } } }, 422],
    [{ type: 'create', credential_response: { ...json, rawId: 'other' } }, 422],
    [{ type: 'create', credential_response: { ...json, type: 'password' } }, 422],
  ]
  for (const attestationObject of ['', 'AA', 'oA', '_____w', Buffer.alloc(5_000, 0x81).toString('base64url')]) {
    responses.push([
      { type: 'create', credential_response: { ...json, response: { ...json.response, attestationObject } } },
      422,
    ])
  }
  for (const [webauthn, status] of responses) {
    const challenged = await challenge(of)
    expect([webauthn, (await bring(of, challenged.id, webauthn)).status]).toEqual([webauthn, status])
  }
  const codeOnly = await call(api, `/factors/${of.id}/verify`, {
    token: of.token,
    body: { challenge_id: (await challenge(of)).id, code: '123456' },
  })
  expect(codeOnly).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

import { createHash, createPublicKey } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/fixtures/openid-provider.ts'
import {
  exampleProvider,
  freshEmail,
  type ProviderShop,
  shopUrl,
  startProviderShop,
} from '#tests/fixtures/provider-shop.ts'

let shop: ProviderShop
let stranger: OpenIdProvider

beforeAll(async () => {
  shop = await startProviderShop()
  stranger = await startOpenIdProvider({ redirectUris: [`${shopUrl}/auth/v1/callback`] })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await stranger[Symbol.asyncDispose]()
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The claims that the provider would sign for this shop now. */
function claims(changed: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000)
  const { issuer, clientId } = shop.provider
  const sub = `person-${crypto.randomUUID()}`
  return {
    iss: issuer,
    aud: clientId,
    sub,
    iat: now,
    exp: now + 600,
    email: freshEmail(),
    email_verified: true,
    ...changed,
  }
}

async function post(body: unknown, { bearer, version = '2024-01-01' }: { bearer?: string; version?: string } = {}) {
  const response = await fetch(`${shop.api.url}/auth/v1/token?grant_type=id_token`, {
    method: 'POST',
    headers: {
      apikey: shop.api.anonKey,
      'content-type': 'application/json',
      ...(version && { 'x-supabase-api-version': version }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('an application’s token from the provider signs in, with the nonce the application stored', async () => {
  const email = freshEmail()
  const login = shop.provider.person({ email, email_verified: true, name: 'By Telephone' })
  const nonce = crypto.randomUUID()
  const { id_token, access_token } = await shop.provider.tokens(login, { nonce: sha256(nonce) })
  const client = shop.api.client()
  const { data, error } = await client.auth.signInWithIdToken({
    provider: exampleProvider,
    token: id_token,
    access_token,
    nonce,
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    app_metadata: { provider: 'example' },
    user_metadata: { full_name: 'By Telephone' },
    identities: [{ id: login }],
  })
  const { data: later } = await client.auth.signInWithIdToken({ provider: exampleProvider, token: id_token, nonce })
  expect(later.user?.id).toBe(data.user?.id)
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
})

test('it also signs in without a nonce', async () => {
  const login = shop.provider.person({ email: freshEmail(), email_verified: true })
  const { id_token } = await shop.provider.tokens(login)
  const { error } = await shop.api.client().auth.signInWithIdToken({ provider: exampleProvider, token: id_token })
  expect(error).toBeNull()
})

test('linking with a token keeps the account', async () => {
  const account = await shop.api.account()
  const client = shop.api.client()
  await client.auth.signInWithPassword(account)
  const token = await shop.provider.sign(claims())
  const { data, error } = await client.auth.linkIdentity({ provider: exampleProvider, token })
  expect(error).toBeNull()
  expect(data).toMatchObject({ user: { id: account.id, email: account.email } })
  const twice = await client.auth.linkIdentity({ provider: exampleProvider, token })
  expect(twice.error?.code).toBe('identity_already_exists')
})

test('linking needs a user’s token and the setting', async () => {
  const id_token = await shop.provider.sign(claims())
  const nobody = await post({ provider: 'example', id_token, link_identity: true })
  expect(nobody).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  const keyAlone = await post({ provider: 'example', id_token, link_identity: true }, { bearer: shop.api.anonKey })
  expect(keyAlone).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  await using off = await startProviderShop({ settings: { manualLinking: false }, db: shop.api.db })
  const client = off.api.client()
  await client.auth.signInWithPassword(await off.api.account())
  const token = await off.provider.sign(claims({ iss: off.provider.issuer }))
  const refused = await client.auth.linkIdentity({ provider: exampleProvider, token })
  expect(refused.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
})

const badToken = { error: 'invalid request', error_description: 'Bad ID token' }
const eitherBoth = {
  error: 'invalid request',
  error_description: 'Passed nonce and nonce in id_token should either both exist or not.',
}
const now = Math.floor(Date.now() / 1_000)

test.for<[string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]>([
  ['for another shop', { aud: 'other' }, {}, unacceptable('"other"')],
  ['for several, this one not the party', { aud: ['shop', 'other'] }, {}, unacceptable('["shop","other"]')],
  ['for several, another the party', { aud: ['shop', 'x'], azp: 'x' }, {}, unacceptable('["shop","x"]')],
  ['for nobody', { aud: undefined }, {}, badToken],
  ['expired', { exp: now - 60 }, {}, badToken],
  ['without an end', { exp: undefined }, {}, badToken],
  ['not yet valid', { nbf: now + 600 }, {}, badToken],
  ['of nobody', { sub: undefined }, {}, badToken],
  ['of another issuer', { iss: 'https://accounts.example' }, {}, badToken],
  ['of no issuer', { iss: undefined }, {}, badToken],
  ['of an issuer that only begins the same', { iss: `http://127.0.0.1` }, {}, badToken],
  ['with a nonce nobody passed', { nonce: sha256('a') }, {}, eitherBoth],
  ['without the nonce that was passed', {}, { nonce: 'a' }, eitherBoth],
  ['with another nonce', { nonce: sha256('a') }, { nonce: 'b' }, mismatch()],
  ['with the nonce itself instead of its hash', { nonce: 'a' }, { nonce: 'a' }, mismatch()],
  [
    'with another access token',
    { at_hash: 'x' },
    { access_token: 'y' },
    { error: 'invalid request', error_description: 'Bad ID token: it belongs to another access token' },
  ],
])('a token %s is refused in OAuth’s form', async ([, changed, body, expected]) => {
  const id_token = await shop.provider.sign(claims(changed))
  for (const version of ['2024-01-01', '']) {
    expect(await post({ provider: 'example', id_token, ...body }, { version })).toEqual({ status: 400, body: expected })
  }
})

function unacceptable(audience: string) {
  return { error: 'invalid request', error_description: `Unacceptable audience in id_token: ${audience}` }
}

function mismatch() {
  return { error: 'invalid nonce', error_description: 'Nonces mismatch' }
}

test('only a token signed by the provider is valid, and all forgeries get the same error', async () => {
  const { publicKey, clientSecret, issuer } = shop.provider
  const own = claims()
  const { kid } = publicKey
  const unsigned = (header: object) => `${part(header)}.${part(own)}.`
  const pem = createPublicKey({ key: publicKey as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const byShared = (key: string | Buffer, header: object = {}) =>
    new SignJWT(own).setProtectedHeader({ alg: 'HS256', ...header }).sign(new TextEncoder().encode(String(key)))
  const { privateKey, publicKey: mine } = await generateKeyPair('RS256', { extractable: true })
  const byMine = (header: object) => new SignJWT(own).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
  const genuine = await shop.provider.sign(own)
  const [head, , signature] = genuine.split('.')
  const jwk = await import('jose').then(({ exportJWK }) => exportJWK(mine))
  const forged = [
    unsigned({ alg: 'none' }),
    unsigned({ alg: 'None', kid }),
    unsigned({ alg: 'RS256', kid }),
    await byShared(pem, { kid }),
    await byShared(JSON.stringify(publicKey), { kid }),
    await byShared(clientSecret),
    await byMine({ kid }),
    await byMine({ kid: 'unknown' }),
    await byMine({}),
    await byMine({ kid, jwk }),
    await byMine({ kid, jku: `${stranger.issuer}/jwks`, x5u: `${stranger.issuer}/jwks` }),
    // Another provider's own token, also if it names ours: its keys are not fetched.
    await stranger.sign(own),
    await stranger.sign({ ...own, iss: stranger.issuer }),
    `${head}.${part({ ...own, email: 'admin@example.com' })}.${signature}`,
    `${head}.${part(own)}`,
    '.'.repeat(5),
    'not a token',
    'x'.repeat(100_000),
  ]
  expect(issuer).not.toBe(stranger.issuer)
  for (const id_token of forged) {
    expect(await post({ provider: 'example', id_token })).toEqual({ status: 400, body: badToken })
  }
  expect((await post({ provider: 'example', id_token: genuine })).status).toBe(200)
})

test('a thousand tokens with one changed character are all refused without a 5xx', async () => {
  const genuine = await shop.provider.sign(claims())
  for (let batch = 0; batch < 20; batch += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        // The last character of a part may have unused bits.
        const at = (batch * 50 + index * 7) % (genuine.length - 1)
        const message = genuine[at] === 'A' ? 'B' : 'A'
        return post({ provider: 'example', id_token: genuine.slice(0, at) + message + genuine.slice(at + 1) })
      }),
    )
    for (const { status, body } of responses) expect([status, body.error]).toEqual([400, 'invalid request'])
  }
})

test.for<[string, unknown, number, Record<string, unknown>]>([
  ['no token', { provider: 'example' }, 400, { error: 'invalid request', error_description: 'id_token required' }],
  [
    'no provider',
    { id_token: 'x' },
    400,
    { error: 'invalid request', error_description: 'provider or client_id and issuer required' },
  ],
  ['an unknown provider', { provider: 'https://evil.example', id_token: 'x' }, 400, { code: 'validation_failed' }],
  ['a provider that is not set up', { provider: 'google', id_token: 'x' }, 400, { code: 'provider_disabled' }],
  ['a token that is no text', { provider: 'example', id_token: 1 }, 400, { code: 'validation_failed' }],
  ['a body that is no object', [], 400, { code: 'bad_json' }],
])('%s is refused', async ([, body, status, expected]) => {
  expect(await post(body)).toMatchObject({ status, body: expected })
})

test('the account rules apply here too: unverified addresses, closed sign-ups', async () => {
  const unverified = await post({
    provider: 'example',
    id_token: await shop.provider.sign(claims({ email_verified: false })),
  })
  expect(unverified).toMatchObject({ status: 422, body: { code: 'provider_email_needs_verification' } })
  await using closed = await startProviderShop({ settings: { signups: false }, db: shop.api.db })
  const token = await closed.provider.sign(claims({ iss: closed.provider.issuer }))
  const { error } = await closed.api.client().auth.signInWithIdToken({ provider: exampleProvider, token })
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
})

test('if the provider’s keys cannot be fetched, a token is not reported as invalid', async () => {
  await using down = await startProviderShop({ db: shop.api.db })
  const token = await down.provider.sign(claims({ iss: down.provider.issuer }))
  down.provider.setDown(true)
  const client = down.api.client()
  const { error } = await client.auth.signInWithIdToken({ provider: exampleProvider, token })
  expect(error?.status).toBe(503)
  down.provider.setDown(false)
  expect((await client.auth.signInWithIdToken({ provider: exampleProvider, token })).error).toBeNull()
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

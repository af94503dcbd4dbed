import type { Row } from '../error-table.ts'
import { bearer, done, freshAddress, inAnHour, invalid, type World } from '../error-world.ts'

const idToken = '/token?grant_type=id_token'

async function claimsOf(world: World, more: object = {}) {
  const { issuer, clientId } = await world.provider()
  const now = Math.floor(Date.now() / 1_000)
  const person = { sub: crypto.randomUUID(), email: freshAddress(), email_verified: true }
  return { iss: issuer, aud: clientId, iat: now, exp: inAnHour(), ...person, ...more }
}

function withIdToken(more: object, body: object = {}): Row['ask'] {
  return async (_, world) => {
    const id_token = await (await world.provider()).sign(await claimsOf(world, more))
    return { path: idToken, body: { provider: 'google', id_token, ...body } }
  }
}

const oauthForm = { status: 400, code: 'invalid request', form: 'oauth' } as const

export const idTokenRows: Row[] = [
  {
    name: 'id_token: an unknown provider',
    ask: () => ({ path: idToken, body: { provider: 'nobody', id_token: 'a.b.c' } }),
    ...invalid,
  },
  {
    name: 'id_token: a provider that is off',
    ask: () => ({ path: idToken, body: { provider: 'apple', id_token: 'a.b.c' } }),
    status: 400,
    code: 'provider_disabled',
  },
  {
    name: 'id_token: none',
    ask: () => ({ path: idToken, body: { provider: 'google' } }),
    ...oauthForm,
    message: 'id_token required',
  },
  {
    name: 'id_token: no token of the provider',
    ask: () => ({ path: idToken, body: { provider: 'google', id_token: 'a.b.c' } }),
    ...oauthForm,
    message: 'Bad ID token',
  },
  {
    name: 'id_token: for somebody else',
    ask: withIdToken({ aud: 'another shop' }),
    ...oauthForm,
    message: /^Unacceptable audience in id_token: /,
  },
  {
    name: 'id_token: a nonce in the token alone',
    ask: withIdToken({ nonce: 'abc' }),
    ...oauthForm,
    message: 'Passed nonce and nonce in id_token should either both exist or not.',
  },
  {
    name: 'id_token: a nonce in the body alone',
    ask: withIdToken({}, { nonce: 'abc' }),
    ...oauthForm,
    message: 'Passed nonce and nonce in id_token should either both exist or not.',
  },
  {
    name: 'id_token: another nonce',
    ask: withIdToken({ nonce: 'abc' }, { nonce: 'abc' }),
    status: 400,
    code: 'invalid nonce',
    form: 'oauth',
    message: 'Nonces mismatch',
  },
  {
    name: 'id_token: an address the provider has not verified',
    ask: withIdToken({ email_verified: false }),
    status: 422,
    code: 'provider_email_needs_verification',
  },
  {
    name: 'id_token: sign-ups off',
    shop: 'closed',
    ask: withIdToken({}),
    status: 422,
    code: 'signup_disabled',
  },
  {
    name: 'id_token: an identity somebody has',
    ask: async (api, world) => {
      const id_token = await (await world.provider()).sign(await claimsOf(world))
      await done(api, { path: idToken, body: { provider: 'google', id_token } })
      const body = { provider: 'google', id_token, link_identity: true }
      return { path: idToken, bearer: await bearer(api), body }
    },
    status: 422,
    code: 'identity_already_exists',
  },
]

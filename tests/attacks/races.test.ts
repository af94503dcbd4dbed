import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshEmail, type ProviderShop, startProviderShop } from '#tests/fixtures/provider-shop.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { lastEmail, postVerify } from '../fixtures/auth-requests.ts'
import { queueForAccount } from '../fixtures/serialize-account-calls.ts'

let shop: ProviderShop

beforeAll(async () => {
  shop = await startProviderShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** A call with a token, as a promise of its status. */
async function call(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${shop.api.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: shop.api.anonKey,
      'x-supabase-api-version': '2024-01-01',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

async function identitiesOf(userId: string): Promise<string[]> {
  const { rows } = await shop.api.db.asService((tx) =>
    sql<{ provider: string }>`select provider from auth.identities where user_id = ${userId} order by 1`.execute(tx),
  )
  return rows.map(({ provider }) => provider)
}

/** A person at the provider, and a sign-in with their token. */
async function personAt() {
  const login = shop.provider.person({ email: freshEmail(), email_verified: true })
  const { id_token } = await shop.provider.tokens(login)
  return (link?: string) =>
    call('POST', '/token?grant_type=id_token', link, {
      provider: 'example',
      id_token,
      ...(link && { link_identity: true }),
    })
}

test('an attacker’s identity that a confirmation removes does not return through a sign-in in progress', async () => {
  const victim = freshEmail()
  const stranger = await call('POST', '/signup', undefined, { email: victim, password: 'a long enough one' })
  const userId = String(stranger.body.id)
  const signedIn = await call('POST', '/token?grant_type=password', undefined, {
    email: victim,
    password: 'a long enough one',
  })
  const signInByProvider = await personAt()
  expect((await signInByProvider(String(signedIn.body.access_token))).status).toBe(200)
  expect(await identitiesOf(userId)).toEqual(['email', 'example'])
  const { token } = await lastEmail(shop.api, victim)
  const [confirmed, raced] = await queueForAccount(shop.api.db, userId, [
    () => postVerify(shop.api, { type: 'signup', token_hash: token }),
    () => signInByProvider(),
  ])
  expect(confirmed?.status).toBe(200)
  expect(await identitiesOf(userId)).toEqual(['email'])
  expect(raced?.body.user).not.toMatchObject({ id: userId })
})

test('a sign-in during a change of the password is refused, and the two do not deadlock', async () => {
  const { access_token: token, user } = await openTestSession(shop.api)
  const [changed, signedIn] = await queueForAccount(shop.api.db, user.id, [
    () => call('PUT', '/user', token, { password: 'another long one' }),
    () => call('POST', '/token?grant_type=password', undefined, { email: user.email, password: 'a long enough one' }),
  ])
  expect([changed?.status, signedIn?.status]).toEqual([200, 400])
})

test('of two identities unlinked concurrently one remains', async () => {
  const { access_token: token, user } = await openTestSession(shop.api)
  const signInByProvider = await personAt()
  expect((await signInByProvider(token)).status).toBe(200)
  const { body } = await call('GET', '/user', token)
  const ids = (body.identities as { identity_id: string }[]).map(({ identity_id }) => identity_id)
  expect(ids).toHaveLength(2)
  const responses = await queueForAccount(
    shop.api.db,
    user.id,
    ids.map((id) => () => call('DELETE', `/user/identities/${id}`, token)),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 422])
  expect(await identitiesOf(user.id)).toHaveLength(1)
})

test('one identity that two accounts link concurrently belongs to only one of them', async () => {
  const [one, two] = [await openTestSession(shop.api), await openTestSession(shop.api)]
  const signInByProvider = await personAt()
  const responses = await Promise.all([one, two].map(({ access_token }) => signInByProvider(access_token)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
})

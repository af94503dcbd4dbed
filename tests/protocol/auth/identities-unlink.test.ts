import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, identities, identityOf, link, person, signedIn } from '#tests/fixtures/linked-identities.ts'
import { freshEmail, type ProviderShop, sessionIn, startProviderShop } from '#tests/fixtures/provider-shop.ts'

let shop: ProviderShop

beforeAll(async () => {
  shop = await startProviderShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('an unlinked identity no longer signs in', async () => {
  const { account, client } = await signedIn(shop)
  const login = person(shop)
  await sessionIn(client, await link(shop, client, login))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'example'))
  expect(error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
  const later = shop.api.client()
  expect((await sessionIn(later, await shop.signIn(later, login))).id).not.toBe(account.id)
})

test('unlinking the e-mail identity removes its password; the account continues with the provider’s verified address', async () => {
  const { account, client } = await signedIn(shop)
  const elsewhere = freshEmail()
  await sessionIn(client, await link(shop, client, person(shop, { email: elsewhere })))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
  expect(error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({ id: account.id, email: elsewhere, app_metadata: { provider: 'example' } })
  for (const email of [account.email, elsewhere]) {
    const again = await shop.api.client().auth.signInWithPassword({ ...account, email })
    expect(again.error?.code).toBe('invalid_credentials')
  }
})

test('an account never gets an address that its provider has not verified', async () => {
  const { account, client } = await signedIn(shop)
  const victim = freshEmail()
  await sessionIn(client, await link(shop, client, person(shop, { email: victim, email_verified: false })))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
  expect(error).toBeNull()
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email)
})

test('the only identity, an unknown one, another user’s, and one whose address another account has cannot be unlinked', async () => {
  const { client } = await signedIn(shop)
  const [only] = await identities(client)
  const alone = await callAs(shop, client, ['DELETE', `/user/identities/${only?.identity_id}`])
  expect(alone).toMatchObject({ status: 422, body: { code: 'single_identity_not_deletable' } })

  const other = await signedIn(shop)
  await sessionIn(client, await link(shop, client, person(shop, { email: other.account.email })))
  const email = await identityOf(client, 'email')
  const conflict = await callAs(shop, client, ['DELETE', `/user/identities/${email.identity_id}`])
  expect(conflict).toMatchObject({ status: 422, body: { code: 'email_conflict_identity_not_deletable' } })

  const theirs = await identityOf(other.client, 'email')
  for (const id of [crypto.randomUUID(), theirs.identity_id]) {
    const missing = await callAs(shop, client, ['DELETE', `/user/identities/${id}`])
    expect(missing).toMatchObject({ status: 422, body: { code: 'identity_not_found' } })
  }
  const unreadable = await callAs(shop, client, ['DELETE', '/user/identities/not-a-uuid'])
  expect(unreadable).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  expect(await identities(client)).toHaveLength(2)
  expect(await identities(other.client)).toHaveLength(1)
})

test('with linking disabled both endpoints report that, to signed-in users only', async () => {
  await using off = await startProviderShop({ settings: { manualLinking: false }, db: shop.api.db })
  const { client } = await signedIn(off)
  const { data } = await client.auth.getSession()
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=example&skip_http_redirect=true'],
    ['DELETE', `/user/identities/${crypto.randomUUID()}`],
  ] as const) {
    const headers = { apikey: off.api.anonKey, 'x-supabase-api-version': '2024-01-01' }
    const authorization = `Bearer ${data.session?.access_token}`
    const refused = await fetch(`${off.api.url}/auth/v1${path}`, { method, headers: { ...headers, authorization } })
    expect(refused.status).toBe(404)
    expect(await refused.json()).toEqual({ code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
    const nobody = await fetch(`${off.api.url}/auth/v1${path}`, { method, headers })
    expect(nobody.status).toBe(401)
  }
})

test('with a second factor linking and unlinking need a session at aal2', async () => {
  const { account, client } = await signedIn(shop)
  await sessionIn(client, await link(shop, client, person(shop)))
  const identity = await identityOf(client, 'example')
  await shop.api.db.asService((tx) =>
    tx
      .insertInto('auth.mfa_factors')
      .values({ user_id: account.id, factor_type: 'totp', status: 'verified', friendly_name: 'telephone' })
      .execute(),
  )
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=example&skip_http_redirect=true'],
    ['DELETE', `/user/identities/${identity.identity_id}`],
  ] as const) {
    expect(await callAs(shop, client, [method, path])).toMatchObject({
      status: 403,
      body: { code: 'insufficient_aal' },
    })
  }
  await shop.api.db.asService((tx) =>
    tx.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', account.id).execute(),
  )
  await client.auth.refreshSession()
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
})

test('linking and unlinking are logged', async () => {
  const { account, client } = await signedIn(shop)
  await sessionIn(client, await link(shop, client, person(shop)))
  await client.auth.unlinkIdentity(await identityOf(client, 'example'))
  const rows = await shop.api.db.asService((tx) =>
    tx.selectFrom('auth.audit_log_entries').select('payload').orderBy('created_at').execute(),
  )
  const mine = rows
    .map(({ payload }) => payload as { action: string; actor_id: string; traits: object })
    .filter(({ actor_id, action }) => actor_id === account.id && action.startsWith('identity_'))
  expect(mine).toMatchObject([
    { action: 'identity_linked', traits: { provider: 'example', by: 'request' } },
    { action: 'identity_unlinked', traits: { provider: 'example' } },
  ])
})

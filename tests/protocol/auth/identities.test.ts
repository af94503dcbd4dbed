import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Browser } from '#tests/fixtures/http-browser.ts'
import type { Person } from '#tests/fixtures/openid-provider.ts'
import {
  exampleProvider,
  fragmentOf,
  freshEmail,
  type ProviderShop,
  sessionIn,
  shopUrl,
  startProviderShop,
} from '#tests/fixtures/provider-shop.ts'

let shop: ProviderShop

beforeAll(async () => {
  shop = await startProviderShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function signedIn(flowType: 'implicit' | 'pkce' = 'implicit', at = shop) {
  const account = await at.api.account()
  const client = at.api.client({ flowType })
  const { error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { account, client }
}

/** From pressing the button to the callback, which is not opened yet. */
async function untilLinked(at: Browser, client: SupabaseClient, login: string) {
  const { data, error } = await client.auth.linkIdentity({
    provider: exampleProvider,
    options: { skipBrowserRedirect: true, redirectTo: `${shopUrl}/account` },
  })
  if (error) throw error
  return shop.provider.signIn(at, data.url ?? '', login)
}

async function link(client: SupabaseClient, login: string): Promise<URL> {
  const at = shop.browser()
  return shop.comeBack(at, await untilLinked(at, client, login))
}

function person(claims: Person = {}): string {
  return shop.provider.person({ email: freshEmail(), email_verified: true, ...claims })
}

async function identities(client: SupabaseClient) {
  const { data, error } = await client.auth.getUserIdentities()
  if (error) throw error
  return data.identities
}

async function identityOf(client: SupabaseClient, provider: string) {
  const found = (await identities(client)).find((each) => each.provider === provider)
  if (!found) throw new Error(`No identity by ${provider}`)
  return found
}

/** A call of the API itself, for what auth-js would not send. */
async function call(client: SupabaseClient, method: string, path: string, headers: Record<string, string> = {}) {
  const { data } = await client.auth.getSession()
  const response = await fetch(`${shop.api.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: shop.api.anonKey,
      'x-supabase-api-version': '2024-01-01',
      ...(data.session && { authorization: `Bearer ${data.session.access_token}` }),
      ...headers,
    },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
}

test('somebody signed in adds a provider to her account, and signs in by it from then on', async () => {
  const { account, client } = await signedIn()
  const login = person({ name: 'Elsewhere' })
  const end = await link(client, login)
  expect(end.pathname).toBe('/account')
  const user = await sessionIn(client, end)
  expect(user.id).toBe(account.id)
  expect(user.email).toBe(account.email)
  expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'example'] })
  expect((await identities(client)).map(({ provider }) => provider)).toEqual(['email', 'example'])
  const later = shop.api.client()
  expect((await sessionIn(later, await shop.signIn(later, login))).id).toBe(account.id)
})

test('the same by PKCE, even where the provider has not verified the other address', async () => {
  const { account, client } = await signedIn('pkce')
  const end = await link(client, person({ email_verified: false }))
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: account.id, email: account.email })
  expect(await identities(client)).toHaveLength(2)
})

test('an account that nobody confirmed is confirmed by its own linked provider, and emptied like any other', async () => {
  const email = freshEmail()
  const client = shop.api.client()
  const password = 'a password that is typed'
  await client.auth.signUp({ email, password })
  await client.auth.signInWithPassword({ email, password })
  const login = person({ email })
  await sessionIn(client, await link(client, login))
  const { data: before } = await client.auth.getUser()
  expect(before.user?.email_confirmed_at).toBeUndefined()
  const later = shop.api.client()
  const user = await sessionIn(later, await shop.signIn(later, login))
  expect(user.id).toBe(before.user?.id)
  expect(user.email_confirmed_at).toBeTruthy()
  expect(user.identities?.map(({ provider }) => provider)).toEqual(['example'])
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const again = await shop.api.client().auth.signInWithPassword({ email, password })
  expect(again.error?.code).toBe('invalid_credentials')
})

test('a provider that verified another address lets her in, and confirms nothing', async () => {
  const email = freshEmail()
  const client = shop.api.client()
  const password = 'a password that is typed'
  await client.auth.signUp({ email, password })
  await client.auth.signInWithPassword({ email, password })
  const login = person()
  await sessionIn(client, await link(client, login))
  const later = shop.api.client()
  const user = await sessionIn(later, await shop.signIn(later, login))
  expect(user.email).toBe(email)
  expect(user.email_confirmed_at).toBeUndefined()
})

test('an identity belongs to one account: linking it twice is refused', async () => {
  const { client } = await signedIn()
  const login = person()
  await sessionIn(client, await link(client, login))
  const mine = await link(client, login)
  expect(mine.searchParams.get('error_code')).toBe('identity_already_exists')
  expect(mine.searchParams.get('error_description')).toBe('Identity is already linked')
  const other = await signedIn()
  const theirs = await link(other.client, login)
  expect(theirs.searchParams.get('error_code')).toBe('identity_already_exists')
  expect(theirs.searchParams.get('error_description')).toBe('Identity is already linked to another user')
  expect(await identities(other.client)).toHaveLength(1)
})

test('a link to the provider that somebody sends to another person does not add her identity to his account', async () => {
  const { client: attacker } = await signedIn()
  const victim = shop.browser()
  const navigates = { 'sec-fetch-mode': 'navigate' }
  const end = await shop.comeBack(victim, await untilLinked(victim, attacker, person()), navigates)
  expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback')
  expect(fragmentOf(end).has('access_token')).toBe(false)
  expect(await identities(attacker)).toHaveLength(1)
})

test('in the browser that asked it is added', async () => {
  const { client } = await signedIn()
  const { data } = await client.auth.getSession()
  const at = shop.browser()
  const asked = await at.open(`${shopUrl}/auth/v1/user/identities/authorize?provider=example&skip_http_redirect=true`, {
    headers: { apikey: shop.api.anonKey, authorization: `Bearer ${data.session?.access_token}` },
  })
  const [cookie = ''] = asked.headers.getSetCookie()
  expect(cookie).toMatch(/^link-[0-9a-f-]{36}=1; Max-Age=300; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/)
  const { url } = (await asked.json()) as { url: string }
  const back = await shop.provider.signIn(at, url, person())
  await sessionIn(client, await shop.comeBack(at, back, { 'sec-fetch-mode': 'navigate' }))
  expect(await identities(client)).toHaveLength(2)
  expect(at.cookies('localhost').filter((name) => name.startsWith('link-'))).toEqual([])
})

test('a live shop marks its browser for https alone, and for a form from another site', async () => {
  const provider = { ...shop.provider, name: 'example' }
  await using https = await startAccountsApi({
    db: shop.api.db,
    siteUrl: 'https://shop.example',
    providers: [provider],
  })
  const { client } = await signedIn()
  const { data } = await client.auth.getSession()
  const asked = await fetch(`${https.url}/auth/v1/user/identities/authorize?provider=example&skip_http_redirect=true`, {
    headers: { apikey: https.anonKey, authorization: `Bearer ${data.session?.access_token}` },
  })
  expect(asked.headers.getSetCookie()[0]).toMatch(/^__Secure-link-.*; HttpOnly; Secure; SameSite=None$/)
})

test('whoever signed out, or was banned, while the provider asked has nothing added', async () => {
  const { account, client } = await signedIn()
  const at = shop.browser()
  const [first, second] = [await untilLinked(at, client, person()), await untilLinked(at, client, person())]
  await client.auth.signOut({ scope: 'local' })
  const end = await shop.comeBack(at, first)
  expect(end.searchParams.get('error_code')).toBe('session_not_found')
  await shop.api.db.asService((tx) =>
    tx
      .updateTable('auth.users')
      .set({ banned_until: new Date('2999-01-01') })
      .where('id', '=', account.id)
      .execute(),
  )
  expect((await shop.comeBack(at, second)).searchParams.get('error_code')).toBe('user_banned')
})

test('without skip_http_redirect the answer sends the browser there', async () => {
  const { client } = await signedIn()
  const { status, headers } = await call(client, 'GET', '/user/identities/authorize?provider=example')
  expect(status).toBe(302)
  expect(headers.get('location')).toMatch(shop.provider.issuer)
  const unknown = await call(client, 'GET', '/user/identities/authorize?provider=nobody')
  expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('an identity is taken off again, and opens nothing from then on', async () => {
  const { account, client } = await signedIn()
  const login = person()
  await sessionIn(client, await link(client, login))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'example'))
  expect(error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
  const later = shop.api.client()
  expect((await sessionIn(later, await shop.signIn(later, login))).id).not.toBe(account.id)
})

test('taking off one’s e-mail ends its password; the account goes on with what its provider verified', async () => {
  const { account, client } = await signedIn()
  const elsewhere = freshEmail()
  await sessionIn(client, await link(client, person({ email: elsewhere })))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
  expect(error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({ id: account.id, email: elsewhere, app_metadata: { provider: 'example' } })
  for (const email of [account.email, elsewhere]) {
    const again = await shop.api.client().auth.signInWithPassword({ ...account, email })
    expect(again.error?.code).toBe('invalid_credentials')
  }
})

test('an account never comes to an address that its provider has not verified', async () => {
  const { account, client } = await signedIn()
  const victim = freshEmail()
  await sessionIn(client, await link(client, person({ email: victim, email_verified: false })))
  const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
  expect(error).toBeNull()
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email)
})

test('what cannot be unlinked: the only one, nobody’s, another’s, and one whose address another account has', async () => {
  const { client } = await signedIn()
  const [only] = await identities(client)
  const alone = await call(client, 'DELETE', `/user/identities/${only?.identity_id}`)
  expect(alone).toMatchObject({ status: 422, body: { code: 'single_identity_not_deletable' } })

  const other = await signedIn()
  await sessionIn(client, await link(client, person({ email: other.account.email })))
  const email = await identityOf(client, 'email')
  const conflict = await call(client, 'DELETE', `/user/identities/${email.identity_id}`)
  expect(conflict).toMatchObject({ status: 422, body: { code: 'email_conflict_identity_not_deletable' } })

  const theirs = await identityOf(other.client, 'email')
  for (const id of [crypto.randomUUID(), theirs.identity_id]) {
    const missing = await call(client, 'DELETE', `/user/identities/${id}`)
    expect(missing).toMatchObject({ status: 422, body: { code: 'identity_not_found' } })
  }
  const unreadable = await call(client, 'DELETE', '/user/identities/not-a-uuid')
  expect(unreadable).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  expect(await identities(client)).toHaveLength(2)
  expect(await identities(other.client)).toHaveLength(1)
})

test('where linking is switched off both say so, and to nobody who is not signed in', async () => {
  await using off = await startProviderShop({ settings: { manualLinking: false }, db: shop.api.db })
  const { client } = await signedIn('implicit', off)
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

test('with a second factor the ways in change only in a session that has shown it', async () => {
  const { account, client } = await signedIn()
  await sessionIn(client, await link(client, person()))
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
    expect(await call(client, method, path)).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
  }
  await shop.api.db.asService((tx) =>
    tx.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', account.id).execute(),
  )
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
})

test('linking and unlinking are written down', async () => {
  const { account, client } = await signedIn()
  await sessionIn(client, await link(client, person()))
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import {
  callAs,
  identities,
  identityOf,
  link,
  person,
  signedIn,
  untilLinked,
} from '#tests/fixtures/linked-identities.ts'
import {
  fragmentOf,
  freshEmail,
  type ProviderShop,
  sessionIn,
  shopUrl,
  startProviderShop,
} from '#tests/fixtures/provider-shop.ts'
import { withTotp } from '#tests/fixtures/second-factors.ts'

let shop: ProviderShop

beforeAll(async () => {
  shop = await startProviderShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('a signed-in user links a provider, and can sign in with it afterwards', async () => {
  const { account, client } = await signedIn(shop)
  const login = person(shop, { name: 'Elsewhere' })
  const end = await link(shop, client, login)
  expect(end.pathname).toBe('/account')
  const user = await sessionIn(client, end)
  expect(user.id).toBe(account.id)
  expect(user.email).toBe(account.email)
  expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'example'] })
  expect((await identities(client)).map(({ provider }) => provider)).toEqual(['email', 'example'])
  const later = shop.api.client()
  expect((await sessionIn(later, await shop.signIn(later, login))).id).toBe(account.id)
})

test('the same with PKCE, also if the provider has not verified the other address', async () => {
  const { account, client } = await signedIn(shop, 'pkce')
  const end = await link(shop, client, person(shop, { email_verified: false }))
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: account.id, email: account.email })
  expect(await identities(client)).toHaveLength(2)
})

test('linking a provider confirms an unconfirmed account, and removes its earlier password and sessions', async () => {
  const email = freshEmail()
  const client = shop.api.client()
  const password = 'a password that is typed'
  await client.auth.signUp({ email, password })
  await client.auth.signInWithPassword({ email, password })
  const login = person(shop, { email })
  await sessionIn(client, await link(shop, client, login))
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

test('a provider with a different verified address signs the user in, and does not confirm the account’s address', async () => {
  const email = freshEmail()
  const client = shop.api.client()
  const password = 'a password that is typed'
  await client.auth.signUp({ email, password })
  await client.auth.signInWithPassword({ email, password })
  const login = person(shop)
  await sessionIn(client, await link(shop, client, login))
  const later = shop.api.client()
  const user = await sessionIn(later, await shop.signIn(later, login))
  expect(user.email).toBe(email)
  expect(user.email_confirmed_at).toBeUndefined()
})

test('an identity belongs to one account, so linking it to a second one is refused', async () => {
  const { client } = await signedIn(shop)
  const login = person(shop)
  await sessionIn(client, await link(shop, client, login))
  const mine = await link(shop, client, login)
  expect(mine.searchParams.get('error_code')).toBe('identity_already_exists')
  expect(mine.searchParams.get('error_description')).toBe('Identity is already linked')
  const other = await signedIn(shop)
  const theirs = await link(shop, other.client, login)
  expect(theirs.searchParams.get('error_code')).toBe('identity_already_exists')
  expect(theirs.searchParams.get('error_description')).toBe('Identity is already linked to another user')
  expect(await identities(other.client)).toHaveLength(1)
})

test('a provider’s link sent to a victim does not add the victim’s identity to the attacker’s account', async () => {
  const { client: attacker } = await signedIn(shop)
  const victim = shop.browser()
  const navigates = { 'sec-fetch-mode': 'navigate' }
  const end = await shop.comeBack(
    victim,
    await untilLinked(shop, { at: victim, client: attacker, login: person(shop) }),
    navigates,
  )
  expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback')
  expect(fragmentOf(end).has('access_token')).toBe(false)
  expect(await identities(attacker)).toHaveLength(1)
})

test('the identity is added in the browser that started the linking', async () => {
  const { client } = await signedIn(shop)
  const { data } = await client.auth.getSession()
  const at = shop.browser()
  const response = await at.open(
    `${shopUrl}/auth/v1/user/identities/authorize?provider=example&skip_http_redirect=true`,
    {
      headers: { apikey: shop.api.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    },
  )
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^link-[0-9a-f-]{36}=1; Max-Age=300; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/)
  const { url } = (await response.json()) as { url: string }
  const back = await shop.provider.signIn(at, url, person(shop))
  await sessionIn(client, await shop.comeBack(at, back, { 'sec-fetch-mode': 'navigate' }))
  expect(await identities(client)).toHaveLength(2)
  expect(at.cookies('localhost').filter((name) => name.startsWith('link-'))).toEqual([])
})

test('a live shop’s cookie is Secure, and is sent with a form post from another site', async () => {
  const provider = { ...shop.provider, name: 'example' }
  await using https = await startAccountsApi({
    db: shop.api.db,
    siteUrl: 'https://shop.example',
    providers: [provider],
  })
  const { client } = await signedIn(shop)
  const { data } = await client.auth.getSession()
  const response = await fetch(
    `${https.url}/auth/v1/user/identities/authorize?provider=example&skip_http_redirect=true`,
    {
      headers: { apikey: https.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    },
  )
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-link-.*; HttpOnly; Secure; SameSite=None$/)
})

test('after a sign-out or a ban during the provider’s sign-in no identity is added', async () => {
  const { account, client } = await signedIn(shop)
  const at = shop.browser()
  const [first, second] = [
    await untilLinked(shop, { at, client, login: person(shop) }),
    await untilLinked(shop, { at, client, login: person(shop) }),
  ]
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

test('without skip_http_redirect the response redirects the browser', async () => {
  const { client } = await signedIn(shop)
  const { status, headers } = await callAs(shop, client, ['GET', '/user/identities/authorize?provider=example'])
  expect(status).toBe(302)
  expect(headers.get('location')).toMatch(shop.provider.issuer)
  const unknown = await callAs(shop, client, ['GET', '/user/identities/authorize?provider=nobody'])
  expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('a linked identity is announced to the account’s address, and a new password removes it', async () => {
  const { account, client } = await signedIn(shop)
  const login = person(shop, { name: 'Stranger' })
  await sessionIn(client, await link(shop, client, login))
  const [letter] = (await shop.api.emails(account.email)).filter(({ kind }) => kind === 'identity_linked')
  expect(letter?.data).toMatchObject({ provider: 'example' })
  expect((await client.auth.updateUser({ password: 'quite another long one' })).error).toBeNull()
  expect((await identities(client)).map(({ provider }) => provider)).toEqual(['email'])
  const { data } = await client.auth.getUser()
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
})

test('the first password of an account removes a foreign identity too, and keeps the one with the account’s address', async () => {
  const email = freshEmail()
  const { client } = await shop.session({ email, email_verified: true })
  await link(shop, client, person(shop))
  expect(await identities(client)).toHaveLength(2)
  expect((await client.auth.updateUser({ password: 'quite another long one' })).error).toBeNull()
  expect((await identities(client)).map(({ identity_data }) => identity_data?.email)).toEqual([email])
})

test('an identity with the account’s address that its provider has not verified goes with the password', async () => {
  const { account, client } = await signedIn(shop)
  await sessionIn(client, await link(shop, client, person(shop, { email: account.email, email_verified: false })))
  expect((await client.auth.updateUser({ password: 'quite another long one' })).error).toBeNull()
  expect((await identities(client)).map(({ provider }) => provider)).toEqual(['email'])
})

test('a password set with the service key removes a foreign identity, and not the telephone', async () => {
  const { account, client } = await signedIn(shop)
  await sessionIn(client, await link(shop, client, person(shop)))
  const { auth } = shop.api.client({ key: shop.api.serviceRoleKey })
  const phone = `4479${Math.random().toString().slice(2, 10)}`
  await auth.admin.updateUserById(account.id, { phone, phone_confirm: true })
  await auth.admin.updateUserById(account.id, { password: 'quite another long one' })
  const { data } = await auth.admin.getUserById(account.id)
  expect(data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'phone'])
})

test('an account is linked only within ten minutes of a sign-in, whatever second factor was added since', async () => {
  await using own = await startProviderShop()
  const { account, client } = await signedIn(own)
  await sessionIn(client, await link(own, client, person(own)))
  const [email, foreign] = [await identityOf(client, 'email'), await identityOf(client, 'example')]
  await own.api.setClockAhead(601)
  const refused = { status: 403, body: { code: 'reauthentication_needed' } }
  const begin = ['GET', '/user/identities/authorize?provider=example'] as const
  expect(await callAs(own, client, begin)).toMatchObject(refused)
  await withTotp(client)
  expect(await callAs(own, client, begin)).toMatchObject(refused)
  expect(await callAs(own, client, ['DELETE', `/user/identities/${email.identity_id}`])).toMatchObject(refused)
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email)
  expect((await client.auth.unlinkIdentity(foreign)).error).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
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

test('the first sign-in with a verified address creates an account: implicit flow', async () => {
  const email = freshEmail()
  const login = shop.provider.person({ email, email_verified: true, name: 'Aisha K', picture: 'https://img.example/a' })
  const client = shop.api.client()
  const end = await shop.signIn(client, login, { redirectTo: `${shopUrl}/account?tab=1#old` })
  expect(end.origin + end.pathname + end.search).toBe(`${shopUrl}/account?tab=1`)
  const session = 'access_token expires_at expires_in provider_token refresh_token sb token_type'
  expect([...fragmentOf(end).keys()].join(' ')).toBe(session)
  const user = await sessionIn(client, end)
  expect(user).toMatchObject({
    email,
    app_metadata: { provider: 'example', providers: ['example'] },
    user_metadata: { name: 'Aisha K', full_name: 'Aisha K', avatar_url: 'https://img.example/a', email_verified: true },
    identities: [{ provider: 'example', id: login, identity_data: { sub: login, email, email_verified: true } }],
  })
  expect(user.email_confirmed_at).toBeTruthy()
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
})

test('with PKCE the URL contains only a code, which its client exchanges, with the provider’s token', async () => {
  const email = freshEmail()
  const login = shop.provider.person({ email, email_verified: true })
  const client = shop.api.client({ flowType: 'pkce' })
  const end = await shop.signIn(client, login, { redirectTo: `${shopUrl}/account` })
  expect([...end.searchParams.keys()]).toEqual(['code'])
  expect(end.hash).toBe('')
  const stranger = shop.api.client({ flowType: 'pkce' })
  await shop.toProvider(shop.browser(), stranger)
  const code = end.searchParams.get('code') ?? ''
  expect((await stranger.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  const about = await fetch(`${shop.provider.issuer}/me`, {
    headers: { authorization: `Bearer ${data.session?.provider_token}` },
  })
  expect(await about.json()).toMatchObject({ sub: login })
})

test('a returning user has the same account; the picture follows the provider, user-written fields stay', async () => {
  const email = freshEmail()
  const { client, login, userId } = await shop.session({
    email,
    email_verified: true,
    name: 'Old Name',
    picture: 'https://img.example/old',
  })
  await client.auth.updateUser({ data: { full_name: 'As she writes it' } })
  shop.provider.person({ email, email_verified: true, name: 'New', picture: 'https://img.example/new' }, login)
  const again = shop.api.client()
  const user = await sessionIn(again, await shop.signIn(again, login))
  expect(user.id).toBe(userId)
  expect(user.user_metadata).toMatchObject({
    name: 'New',
    full_name: 'As she writes it',
    picture: 'https://img.example/new',
  })
  expect(user.identities).toMatchObject([{ identity_data: { name: 'New' } }])
})

test('concurrent first sign-ins in several tabs create one account', async () => {
  const login = shop.provider.person({ email: freshEmail(), email_verified: true })
  const tabs = Array.from({ length: 6 }, () => ({ at: shop.browser(), client: shop.api.client() }))
  const backs = await Promise.all(tabs.map(({ at, client }) => shop.untilCallback(at, client, login)))
  const ends = await Promise.all(backs.map((back) => shop.comeBack(shop.browser(), back)))
  const users = await Promise.all(ends.map((end) => sessionIn(shop.api.client(), end)))
  expect(new Set(users.map(({ id }) => id)).size).toBe(1)
})

test('a verified address is linked to the account that has it, which keeps its password', async () => {
  const account = await shop.api.account()
  const { userId, client } = await shop.session({ email: account.email.toUpperCase(), email_verified: true, name: 'N' })
  expect(userId).toBe(account.id)
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({
    app_metadata: { provider: 'email', providers: ['email', 'example'] },
    user_metadata: { name: 'N', email_verified: true },
  })
  const { error } = await shop.api.client().auth.signInWithPassword(account)
  expect(error).toBeNull()
})

test('a provider sign-in by an address’s owner removes everything an attacker set up under that address', async () => {
  const email = freshEmail()
  const stranger = shop.api.client()
  const password = 'the password of a stranger'
  await stranger.auth.signUp({ email, password, options: { data: { full_name: 'Stranger', plan: 'evil' } } })
  const signedIn = await stranger.auth.signInWithPassword({ email, password })
  expect(signedIn.error).toBeNull()

  const { client, userId } = await shop.session({ email, email_verified: true, name: 'Owner' })
  expect(userId).toBe(signedIn.data.user?.id)
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'example', providers: ['example'] } })
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Owner' })
  expect(data.user?.user_metadata).not.toHaveProperty('plan')
  expect(data.user?.identities).toHaveLength(1)
  expect((await stranger.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const again = await shop.api.client().auth.signInWithPassword({ email, password })
  expect(again.error?.code).toBe('invalid_credentials')
})

test('an address that the provider has not verified neither signs in nor creates an account', async () => {
  const account = await shop.api.account()
  const unknown = freshEmail()
  for (const [email, email_verified] of [
    [account.email, false],
    [account.email, undefined],
    [account.email, 'false'],
    [unknown, false],
    ['not an address', true],
    [undefined, true],
  ] as const) {
    const login = shop.provider.person({
      ...(email && { email }),
      ...(email_verified !== undefined && { email_verified }),
    })
    const end = await shop.signIn(shop.api.client(), login)
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect(end.searchParams.get('error')).toBe('access_denied')
    expect(fragmentOf(end).get('error_code')).toBe('provider_email_needs_verification')
    expect(fragmentOf(end).has('access_token')).toBe(false)
  }
  const users = await shop.api.db.asService((tx) =>
    tx.selectFrom('auth.users').select('id').where('email', '=', unknown).execute(),
  )
  expect(users).toEqual([])
})

test('with automatic confirmation an unverified address creates an account, but never signs in to an existing one', async () => {
  await using open = await startProviderShop({ settings: { autoconfirm: true }, db: shop.api.db })
  const email = freshEmail()
  expect((await open.session({ email, email_verified: false })).userId).toBeTruthy()
  const other = open.provider.person({ email, email_verified: false })
  const end = await open.signIn(open.api.client(), other)
  expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
})

test('with sign-ups closed providers create no accounts, and existing ones sign in', async () => {
  await using closed = await startProviderShop({ settings: { signups: false }, db: shop.api.db })
  const login = closed.provider.person({ email: freshEmail(), email_verified: true })
  const end = await closed.signIn(closed.api.client(), login)
  expect([...end.searchParams]).toEqual([
    ['error', 'access_denied'],
    ['error_code', 'signup_disabled'],
    ['error_description', 'Signups not allowed for this instance'],
  ])
  const account = await shop.api.account()
  expect((await closed.session({ email: account.email, email_verified: true })).userId).toBe(account.id)
})

test('a banned account stays locked for a returning and for a new identity', async () => {
  const { login, userId } = await shop.session({ email: freshEmail(), email_verified: true })
  const account = await shop.api.account()
  await shop.api.db.asService((tx) =>
    tx
      .updateTable('auth.users')
      .set({ banned_until: new Date(Date.now() + 3_600_000) })
      .where('id', 'in', [userId, account.id])
      .execute(),
  )
  const joining = shop.provider.person({ email: account.email, email_verified: true })
  for (const each of [login, joining]) {
    const end = await shop.signIn(shop.api.client(), each)
    expect(end.searchParams.get('error_code')).toBe('user_banned')
    expect(end.searchParams.get('error')).toBe('access_denied')
  }
  expect(await identitiesOf(account.id)).toEqual(['email'])
})

test('a user who cancels at the provider returns to the start page with the reason', async () => {
  const at = shop.browser()
  const client = shop.api.client({ flowType: 'pkce' })
  const page = await shop.toProvider(at, client, { redirectTo: `${shopUrl}/login` })
  const end = await shop.comeBack(at, await shop.provider.cancel(at, page.href))
  expect(end.origin + end.pathname).toBe(`${shopUrl}/login`)
  expect(end.searchParams.get('error')).toBe('access_denied')
  expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback')
  expect(end.searchParams.get('error_description')).toBe('End-User aborted interaction')
  expect(fragmentOf(end).get('error')).toBe('access_denied')
  expect(fragmentOf(end).has('sb')).toBe(true)
})

test('Apple returns with a form, sends booleans as text and the name once', async () => {
  const email = freshEmail()
  const login = shop.provider.person({ email, email_verified: 'true' })
  const at = shop.browser()
  const client = shop.api.client()
  const page = await shop.toProvider(at, client, { provider: 'apple' })
  expect(page.searchParams.get('response_mode')).toBe('form_post')
  expect(page.searchParams.get('scope')).toBe('openid email name')
  const back = await shop.provider.signIn(at, page.href, login)
  back.form?.set('user', JSON.stringify({ name: { firstName: 'Aisha', lastName: 'K' }, email: 'other@example.com' }))
  const user = await sessionIn(client, await shop.comeBack(at, back))
  expect(user).toMatchObject({ email, user_metadata: { full_name: 'Aisha K' }, app_metadata: { provider: 'apple' } })
})

test('claims missing in the id_token are fetched', async () => {
  await using terse = await startProviderShop({ claimsInIdToken: false, db: shop.api.db })
  const email = freshEmail()
  const { client } = await terse.session({ email, email_verified: true, name: 'Asked For' })
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({ email, user_metadata: { name: 'Asked For' } })
})

async function identitiesOf(userId: string): Promise<string[]> {
  const rows = await shop.api.db.asService((tx) =>
    tx.selectFrom('auth.identities').select('provider').where('user_id', '=', userId).orderBy('created_at').execute(),
  )
  return rows.map(({ provider }) => provider)
}

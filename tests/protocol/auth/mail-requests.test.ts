import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { ask, counts, freshAddress } from '#tests/fixtures/request-auth-email.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('a request for a forgotten password sends a link that signs in', async () => {
  const { email } = await api.account()
  const redirectTo = 'http://localhost:3000/new-password'
  const result = await api.client().auth.resetPasswordForEmail(email.toUpperCase(), { redirectTo })
  expect(result).toEqual({ data: {}, error: null })
  const [sent] = await api.emails(email)
  expect(sent).toMatchObject({ kind: 'recovery', data: { type: 'recovery', redirectTo } })
  const client = api.client()
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: sent?.secrets.token ?? '' })
  expect(data.user?.email).toBe(email)
  expect((await client.auth.updateUser({ password: 'quite another long one' })).error).toBeNull()
})

test('a known and an unknown address get the same response, and the unknown one is not stored', {
  tags: ['S16'],
}, async () => {
  const [confirmed, waiting] = [await api.account(), await api.account({ confirmed: false })]
  const before = await counts(api)
  const unknown = freshAddress()
  const paths = ['/recover', '/resend', '/resend'].map((path, index) => ({
    path,
    type: ['recovery', 'signup', 'email_change'][index],
  }))
  for (const { path, type } of paths) {
    const stranger = await ask(api, path, { email: unknown, type })
    expect(stranger).toMatchObject({ status: 200, body: {} })
    expect(await counts(api)).toEqual(before)
    const again = await ask(api, path, { email: unknown, type })
    expect(again.status).toBe(429)
    for (const { email } of [confirmed, waiting]) {
      expect(await ask(api, path, { email, type })).toEqual(stranger)
      const { message, ...rest } = (await ask(api, path, { email, type })).body
      expect(rest).toEqual({ code: 'over_email_send_rate_limit' })
      expect(message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    }
    Object.assign(before ?? {}, await counts(api))
  }
  expect((await api.emails(confirmed.email)).map(({ kind }) => kind)).toEqual(['recovery'])
  expect((await api.emails(waiting.email)).map(({ kind }) => kind)).toEqual(['recovery', 'verification'])
  expect(await api.emails(unknown)).toEqual([])
  const code = await ask(api, '/otp', { email: unknown })
  expect(await ask(api, '/otp', { email: confirmed.email })).toEqual(code)
  expect(await ask(api, '/otp', { email: waiting.email })).toEqual(code)
})

test('a confirmation is resent to an unconfirmed address only', async () => {
  const [confirmed, waiting] = [await api.account(), await api.account({ confirmed: false })]
  for (const { email } of [confirmed, waiting]) {
    const { error } = await api.client().auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
  }
  expect(await api.emails(confirmed.email)).toEqual([])
  const [sent] = await api.emails(waiting.email)
  const { data } = await api.client().auth.verifyOtp({
    type: 'signup',
    email: waiting.email,
    token: sent?.secrets.code ?? '',
  })
  expect(data.user?.email_confirmed_at).toBeDefined()
})

test('a repeated change of address sends both e-mails again and voids the earlier links', async () => {
  await using shop = await startAccountsApi()
  const { id, email } = await shop.account()
  const client = shop.client()
  await client.auth.setSession(await openTestSession(shop, id))
  const wanted = freshAddress()
  await client.auth.updateUser({ email: wanted })
  await shop.setClockAhead(61)
  const resent = await shop.client().auth.resend({ type: 'email_change', email })
  expect(resent.error).toBeNull()
  const [old, fresh] = [await shop.emails(email), await shop.emails(wanted)]
  expect([old, fresh].map((emails) => emails.map(({ data }) => data.which))).toEqual([
    ['current', 'current'],
    ['new', 'new'],
  ])
  const anyone = shop.client().auth
  const stale = await anyone.verifyOtp({ type: 'email_change', token_hash: old[0]?.secrets.token ?? '' })
  expect(stale.error?.code).toBe('otp_expired')
  for (const emails of [old, fresh]) {
    const token_hash = emails.at(-1)?.secrets.token ?? ''
    expect((await anyone.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull()
  }
  expect((await client.auth.signInWithPassword({ email: wanted, password: 'a long enough one' })).error).toBeNull()
})

test('a change that the service began for an unconfirmed account asks for a new password, since confirming removes the old one', async () => {
  const { email, password } = await api.account({ confirmed: false })
  const fresh = freshAddress()
  const service = api.client({ key: api.serviceRoleKey })
  await service.auth.admin.generateLink({ type: 'email_change_new', email, newEmail: fresh })
  const { error } = await api.client().auth.resend({ type: 'email_change', email })
  expect(error).toBeNull()
  const [sent] = await api.emails(fresh)
  expect(sent?.data).toMatchObject({ which: 'new', setPassword: 'yes' })
  await api.client().auth.verifyOtp({ type: 'email_change', token_hash: sent?.secrets.token ?? '' })
  const signedIn = await api.client().auth.signInWithPassword({ email: fresh, password })
  expect(signedIn.error).toMatchObject({ code: 'invalid_credentials' })
})

test('with a code challenge the link leads to a code that only the requesting browser can exchange', async () => {
  const { email } = await api.account()
  const browser = api.client({ flowType: 'pkce' })
  await browser.auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/new-password' })
  const [sent] = await api.emails(email)
  expect(sent?.secrets.token).toMatch(/^pkce_/)
  const link = `${api.url}/auth/v1/verify?type=recovery&token=${sent?.secrets.token}&redirect_to=http://localhost:3000/new-password`
  const followed = await fetch(link, { redirect: 'manual' })
  const location = new URL(followed.headers.get('location') ?? '')
  expect(location.pathname).toBe('/new-password')
  const code = location.searchParams.get('code') ?? ''
  expect((await api.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).not.toBeNull()
  expect((await browser.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email)
})

test('an e-mail links to the shop, whatever redirect or host an attacker requests', async () => {
  for (const hostile of [
    'https://evil.example',
    '//evil.example',
    'https://localhost:3000@evil.example',
    'javascript:1',
  ]) {
    const { email } = await api.account()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' }
    await ask(api, `/recover?redirect_to=${encodeURIComponent(hostile)}`, { email, headers })
    const [sent] = await api.emails(email)
    expect(sent?.data.redirectTo).toBe('http://localhost:3000/')
    expect(JSON.stringify(sent)).not.toContain('evil')
  }
})

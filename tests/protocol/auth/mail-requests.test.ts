import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function freshAddress() {
  return `${crypto.randomUUID()}@example.com`
}

/** The same question without a client, so that the whole answer can be compared. */
async function ask(path: string, body: object, at = api, headers: Record<string, string> = {}) {
  const response = await fetch(`${at.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: at.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: response.status, body: await response.json(), headers: Object.fromEntries(kept) }
}

async function counts(at = api) {
  const { rows } = await at.db.asService((tx) =>
    sql`select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
      (select count(*)::int from auth.one_time_tokens) as tokens, (select count(*)::int from private.outbox) as letters,
      (select count(*)::int from auth.audit_log_entries) as events`.execute(tx),
  )
  return rows[0]
}

async function unconfirmed(at = api) {
  return at.account({ confirmed: false })
}

test('a forgotten password is mailed a link that signs in', async () => {
  const { email } = await api.account()
  const redirectTo = 'http://localhost:3000/new-password'
  const asked = await api.client().auth.resetPasswordForEmail(email.toUpperCase(), { redirectTo })
  expect(asked).toEqual({ data: {}, error: null })
  const [letter] = await api.letters(email)
  expect(letter).toMatchObject({ kind: 'recovery', data: { type: 'recovery', redirectTo } })
  const client = api.client()
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: letter?.secrets.token ?? '' })
  expect(data.user?.email).toBe(email)
  expect((await client.auth.updateUser({ password: 'quite another long one' })).error).toBeNull()
})

test('a known and an unknown address are answered alike, and nothing is left of the unknown one', async () => {
  const [confirmed, waiting] = [await api.account(), await unconfirmed()]
  const before = await counts()
  const unknown = freshAddress()
  const paths = ['/recover', '/resend', '/resend'].map((path, index) => ({
    path,
    type: ['recovery', 'signup', 'email_change'][index],
  }))
  for (const { path, type } of paths) {
    const stranger = await ask(path, { email: unknown, type })
    expect(stranger).toMatchObject({ status: 200, body: {} })
    expect(await counts()).toEqual(before)
    const again = await ask(path, { email: unknown, type })
    expect(again.status).toBe(429)
    for (const { email } of [confirmed, waiting]) {
      expect(await ask(path, { email, type })).toEqual(stranger)
      const { message, ...rest } = (await ask(path, { email, type })).body
      expect(rest).toEqual({ code: 'over_email_send_rate_limit' })
      expect(message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    }
    Object.assign(before ?? {}, await counts())
  }
  expect((await api.letters(confirmed.email)).map(({ kind }) => kind)).toEqual(['recovery'])
  expect((await api.letters(waiting.email)).map(({ kind }) => kind)).toEqual(['recovery', 'verification'])
  expect(await api.letters(unknown)).toEqual([])
  const code = await ask('/otp', { email: unknown })
  expect(await ask('/otp', { email: confirmed.email })).toEqual(code)
  expect(await ask('/otp', { email: waiting.email })).toEqual(code)
})

test('the pause is an address’s own, ends after a minute, and letters of other kinds keep theirs', async () => {
  await using shop = await startAccountsApi()
  const { email } = await unconfirmed(shop)
  for (const body of [
    { email, type: 'signup' },
    { email: email.toUpperCase().replace('EXAMPLE.COM', 'Example.com'), type: 'signup' },
  ]) {
    await ask('/resend', body, shop)
  }
  expect(await shop.letters(email)).toHaveLength(1)
  expect((await ask('/recover', { email }, shop)).status).toBe(200)
  expect((await ask('/otp', { email }, shop)).status).toBe(200)
  await shop.setClockAhead(59)
  expect((await ask('/resend', { email, type: 'signup' }, shop)).status).toBe(429)
  await shop.setClockAhead(62)
  expect((await ask('/resend', { email, type: 'signup' }, shop)).status).toBe(200)
  expect((await shop.letters(email)).map(({ kind }) => kind)).toEqual([
    'verification',
    'recovery',
    'verification',
    'verification',
  ])
})

test('twenty requests at once for one address send one letter', async () => {
  for (const path of ['/recover', '/otp', '/resend']) {
    const { email } = await unconfirmed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path, { email, type: 'signup' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
    expect(await api.letters(email)).toHaveLength(1)
  }
})

test('a confirmation comes again to whoever waits for one, and to nobody else', async () => {
  const [confirmed, waiting] = [await api.account(), await unconfirmed()]
  for (const { email } of [confirmed, waiting]) {
    const { error } = await api.client().auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
  }
  expect(await api.letters(confirmed.email)).toEqual([])
  const [letter] = await api.letters(waiting.email)
  const { data } = await api.client().auth.verifyOtp({
    type: 'signup',
    email: waiting.email,
    token: letter?.secrets.code ?? '',
  })
  expect(data.user?.email_confirmed_at).toBeDefined()
})

test('a change of address is asked for again, to both, and the earlier links end', async () => {
  await using shop = await startAccountsApi()
  const { id, email } = await shop.account()
  const client = shop.client()
  await client.auth.setSession(await openTestSession(shop, id))
  const wanted = freshAddress()
  await client.auth.updateUser({ email: wanted })
  await shop.setClockAhead(61)
  const resent = await shop.client().auth.resend({ type: 'email_change', email })
  expect(resent.error).toBeNull()
  const [old, fresh] = [await shop.letters(email), await shop.letters(wanted)]
  expect([old, fresh].map((letters) => letters.map(({ data }) => data.which))).toEqual([
    ['current', 'current'],
    ['new', 'new'],
  ])
  const anyone = shop.client().auth
  const stale = await anyone.verifyOtp({ type: 'email_change', token_hash: old[0]?.secrets.token ?? '' })
  expect(stale.error?.code).toBe('otp_expired')
  for (const letters of [old, fresh]) {
    const token_hash = letters.at(-1)?.secrets.token ?? ''
    expect((await anyone.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull()
  }
  expect((await client.auth.signInWithPassword({ email: wanted, password: 'a long enough one' })).error).toBeNull()
})

test('the new address’s pause keeps letters back and is not told', async () => {
  await using shop = await startAccountsApi()
  const [one, two] = [await shop.account(), await shop.account()]
  const wanted = freshAddress()
  for (const { id } of [one, two]) {
    await shop.db.asService((tx) =>
      tx.updateTable('auth.users').set({ email_change: wanted }).where('id', '=', id).execute(),
    )
  }
  for (const { email } of [one, two]) {
    expect(await ask('/resend', { email, type: 'email_change' }, shop)).toMatchObject({ status: 200, body: {} })
  }
  expect(await shop.letters(wanted)).toHaveLength(1)
  expect(await shop.letters(two.email)).toEqual([])
})

test('a new address gets an account without a password, and a link that confirms it and signs in', async () => {
  const email = freshAddress()
  const client = api.client()
  const asked = await client.auth.signInWithOtp({ email, options: { data: { name: 'Amina', email: 'x', sub: 'y' } } })
  expect(asked).toEqual({ data: { user: null, session: null }, error: null })
  const [letter] = await api.letters(email)
  expect(letter?.kind).toBe('verification')
  expect((await client.auth.signInWithPassword({ email, password: '' })).error).not.toBeNull()
  const { data } = await client.auth.verifyOtp({ type: 'email', email, token: letter?.secrets.code ?? '' })
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } })
  expect(data.user?.user_metadata).toMatchObject({ name: 'Amina', email, email_verified: true, sub: data.user?.id })
  expect(data.user?.identities).toHaveLength(1)
  expect((await client.auth.updateUser({ password: 'my first long password' })).error).toBeNull()
})

test('a confirmed account gets a magic link, one that waits its confirmation', async () => {
  const [confirmed, waiting] = [await api.account(), await unconfirmed()]
  for (const [{ email }, kind, type] of [
    [confirmed, 'magic_link', 'magiclink'],
    [waiting, 'verification', 'signup'],
  ] as const) {
    expect((await api.client().auth.signInWithOtp({ email })).error).toBeNull()
    const [letter] = await api.letters(email)
    expect(letter).toMatchObject({ kind, data: { type } })
    const { data } = await api.client().auth.verifyOtp({ type, token_hash: letter?.secrets.token ?? '' })
    expect(data.user?.email_confirmed_at).toBeDefined()
  }
  // What somebody else chose before the address was confirmed is gone (the account had a password).
  const { error } = await api.client().auth.signInWithPassword(waiting)
  expect(error?.code).toBe('invalid_credentials')
})

test('no account is made where none is wanted or none may be', async () => {
  await using closed = await startAccountsApi({ settings: { signups: false } })
  const [email, known] = [freshAddress(), await closed.account()]
  const unwanted = await api.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(unwanted.error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
  const shut = await closed.client().auth.signInWithOtp({ email })
  expect(shut.error).toMatchObject({ status: 422, code: 'signup_disabled' })
  expect((await closed.client().auth.signInWithOtp({ email: known.email })).error).toBeNull()
  expect(await api.letters(email)).toEqual([])
  expect(await closed.letters(email)).toEqual([])
})

test('where no letters confirm, a new address is confirmed at once and gets its magic link', async () => {
  await using shop = await startAccountsApi({ settings: { autoconfirm: true } })
  const email = freshAddress()
  expect((await shop.client().auth.signInWithOtp({ email })).error).toBeNull()
  expect((await shop.letters(email)).map(({ kind }) => kind)).toEqual(['magic_link'])
})

test('phones are refused by code, and asked to be telephone numbers', async () => {
  const client = api.client()
  const otp = await client.auth.signInWithOtp({ phone: '+447700900123' })
  expect(otp.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  const resent = await client.auth.resend({ type: 'sms', phone: '+447700900123' })
  expect(resent).toMatchObject({ error: null, data: { user: null, session: null } })
  const wrong = await client.auth.resend({ type: 'phone_change', phone: 'my phone' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('with a challenge the link carries a code to the browser that asked, and to no other', async () => {
  const { email } = await api.account()
  const browser = api.client({ flowType: 'pkce' })
  await browser.auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/new-password' })
  const [letter] = await api.letters(email)
  expect(letter?.secrets.token).toMatch(/^pkce_/)
  const link = `${api.url}/auth/v1/verify?type=recovery&token=${letter?.secrets.token}&redirect_to=http://localhost:3000/new-password`
  const followed = await fetch(link, { redirect: 'manual' })
  const location = new URL(followed.headers.get('location') ?? '')
  expect(location.pathname).toBe('/new-password')
  const code = location.searchParams.get('code') ?? ''
  expect((await api.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).not.toBeNull()
  expect((await browser.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email)
})

test('a letter leads to the shop, whatever address or host a stranger asks for', async () => {
  for (const hostile of [
    'https://evil.example',
    '//evil.example',
    'https://localhost:3000@evil.example',
    'javascript:1',
  ]) {
    const { email } = await api.account()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' }
    await ask(`/recover?redirect_to=${encodeURIComponent(hostile)}`, { email }, api, headers)
    const [letter] = await api.letters(email)
    expect(letter?.data.redirectTo).toBe('http://localhost:3000/')
    expect(JSON.stringify(letter)).not.toContain('evil')
  }
})

test('letters are asked for thirty times in five minutes by one caller, and each name counts alike', async () => {
  await using shop = await startAccountsApi({ rateLimits: true })
  const answers: number[] = []
  // A window may end in between: then it goes on in the next.
  while (answers.length < 65 && answers.at(-1) !== 429) {
    const path = answers.length % 2 ? '/otp' : '/magiclink'
    answers.push((await ask(path, { email: freshAddress() }, shop)).status)
  }
  expect(answers.at(-1)).toBe(429)
  expect(answers.length).toBeGreaterThan(30)
  expect((await ask('/otp', { email: freshAddress() }, shop)).body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  })
  expect((await ask('/recover', { email: freshAddress() }, shop)).status).toBe(200)
})

test('where a captcha is asked, no letter leaves without one', async () => {
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk) => (form += chunk))
    request.on('end', () => {
      const success = new URLSearchParams(form).get('response') === 'right'
      response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await using shop = await startAccountsApi({ captcha: { provider: 'turnstile', secret: 'secret', verifyUrl } })
  const { email } = await unconfirmed(shop)
  for (const path of ['/recover', '/otp', '/magiclink', '/resend']) {
    const none = await ask(path, { email, type: 'signup' }, shop)
    expect(none).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
    const wrong = await ask(path, { email, type: 'signup', gotrue_meta_security: { captcha_token: 'wrong' } }, shop)
    expect(wrong.body.message).toBe('captcha protection: request disallowed (invalid-input-response)')
  }
  expect(await shop.letters()).toEqual([])
  const right = await ask('/recover', { email, gotrue_meta_security: { captcha_token: 'right' } }, shop)
  expect(right).toMatchObject({ status: 200, body: {} })
  await new Promise((closed) => server.close(closed))
})

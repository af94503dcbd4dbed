import { createHash } from 'node:crypto'
import type { GenerateLinkParams, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

let api: AccountsApi
let service: SupabaseClient

beforeAll(async () => {
  api = await startAccountsApi()
  service = api.client({ key: api.serviceRoleKey })
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'linen and larkspur'
const newEmail = () => `${crypto.randomUUID()}@example.com`

async function generate(params: GenerateLinkParams) {
  const { data, error } = await service.auth.admin.generateLink(params)
  if (error) throw error
  return data
}

async function refused(body: object) {
  const response = await fetch(`${api.url}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: {
      apikey: api.anonKey,
      authorization: `Bearer ${api.serviceRoleKey}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, code: ((await response.json()) as { code: string }).code }
}

/** The parameters of the link's redirect. */
async function follow(link: string): Promise<URLSearchParams> {
  const url = new URL(link)
  const response = await fetch(`${api.url}${url.pathname}${url.search}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
}

test('a sign-up link creates the account, and is returned with the user’s fields, without an e-mail', async () => {
  const email = newEmail()
  const redirectTo = 'http://localhost:3000/account?from=link'
  const { user, properties } = await generate({
    type: 'signup',
    email: email.toUpperCase(),
    password,
    options: { data: { size: '8-10' }, redirectTo },
  })
  expect(user).toMatchObject({ email, confirmation_sent_at: expect.any(String) })
  expect(user?.user_metadata).toEqual({ size: '8-10' })
  expect(user).not.toHaveProperty('email_confirmed_at')
  expect(properties).toEqual({
    action_link: expect.stringMatching(
      /\?token=[0-9a-f]{56}&type=signup&redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fa/,
    ),
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    verification_type: 'signup',
    redirect_to: redirectTo,
  })
  expect(properties.hashed_token).toBe(
    createHash('sha224')
      .update(email + properties.email_otp)
      .digest('hex'),
  )
  expect(await api.emails(email)).toEqual([])

  const brought = await follow(properties.action_link)
  expect(brought.get('type')).toBe('signup')
  const { data } = await api.client().auth.getUser(brought.get('access_token') ?? '')
  expect(data.user).toMatchObject({ id: user?.id, email_confirmed_at: expect.any(String) })
})

test('a second request before the confirmation gives another link and voids the first', async () => {
  const email = newEmail()
  const first = await generate({ type: 'signup', email, password, options: { data: { size: '8-10' } } })
  const second = await generate({ type: 'signup', email, password, options: { data: { note: 'tall' } } })
  expect(second.user?.id).toBe(first.user?.id)
  expect(second.user?.user_metadata).toMatchObject({ size: '8-10', note: 'tall' })
  const old = await api.client().auth.verifyOtp({ type: 'signup', token_hash: first.properties.hashed_token })
  expect(old.error?.code).toBe('otp_expired')
  const typed = await api.client().auth.verifyOtp({ type: 'signup', email, token: second.properties.email_otp })
  expect(typed.error).toBeNull()
})

test('an invitation link creates an account without a password', async () => {
  const email = newEmail()
  const { user, properties } = await generate({ type: 'invite', email, options: { data: { size: '8-10' } } })
  expect(user?.invited_at).toBeTruthy()
  expect(properties.verification_type).toBe('invite')
  const client = api.client()
  expect((await client.auth.verifyOtp({ type: 'invite', token_hash: properties.hashed_token })).error).toBeNull()
  expect((await client.auth.updateUser({ password })).error).toBeNull()
})

test.each(['magiclink', 'recovery'] as const)('a %s link and its code sign in a known address, once', async (type) => {
  const { email, id } = await api.account()
  const { user, properties } = await generate({ type, email })
  expect(user).toMatchObject({ id, recovery_sent_at: expect.any(String) })
  expect(properties.verification_type).toBe(type)
  expect(new URL(properties.action_link).searchParams.get('redirect_to')).toBe('http://localhost:3000/')
  const brought = await follow(properties.action_link)
  expect((await api.client().auth.getUser(brought.get('access_token') ?? '')).data.user?.id).toBe(id)
  expect((await follow(properties.action_link)).get('error_code')).toBe('otp_expired')

  const next = await generate({ type, email })
  const { data } = await api.client().auth.verifyOtp({ type, email, token: next.properties.email_otp })
  expect(data.user?.id).toBe(id)
})

test('a magic link for an unknown address is a sign-up link', async () => {
  const email = newEmail()
  const { properties, user } = await generate({ type: 'magiclink', email })
  expect(properties.verification_type).toBe('signup')
  expect(user?.email).toBe(email)
  expect((await api.client().auth.verifyOtp({ type: 'signup', token_hash: properties.hashed_token })).error).toBeNull()
})

test('a change of address applies when both of its links were followed', async () => {
  const { email, id } = await api.account()
  const wanted = newEmail()
  const current = await generate({ type: 'email_change_current', email, newEmail: wanted })
  const next = await generate({ type: 'email_change_new', email, newEmail: wanted })
  for (const { properties } of [current, next]) expect(properties.action_link).toContain('&type=email_change&')
  expect(current.properties.verification_type).toBe('email_change_current')
  expect(next.user).toMatchObject({ email, new_email: wanted })

  const first = await follow(current.properties.action_link)
  expect(first.get('message')).toContain('other email')
  expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(email)
  const second = await follow(next.properties.action_link)
  expect(second.get('access_token')).toBeTruthy()
  expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(wanted)
})

test('an invalid link request is refused, with a code for each case', async () => {
  const { email } = await api.account()
  const other = await api.account()
  const cases: [object, number, string][] = [
    [{}, 400, 'validation_failed'],
    [{ type: 'sms', email }, 400, 'validation_failed'],
    [{ type: 'signup' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'nobody' }, 400, 'validation_failed'],
    [{ type: 'signup', email: newEmail() }, 400, 'validation_failed'],
    [{ type: 'signup', email: newEmail(), password: 'abc' }, 422, 'weak_password'],
    [{ type: 'signup', email, password }, 422, 'email_exists'],
    [{ type: 'invite', email }, 422, 'email_exists'],
    [{ type: 'recovery', email: newEmail() }, 404, 'user_not_found'],
    [{ type: 'email_change_new', email: newEmail(), new_email: newEmail() }, 404, 'user_not_found'],
    [{ type: 'email_change_current', email }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email, new_email: 'nobody' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email, new_email: other.email }, 422, 'email_exists'],
  ]
  for (const [body, status, code] of cases) {
    expect(await refused(body), JSON.stringify(body)).toEqual({ status, code })
  }
})

test('a link redirects only to the shop’s own URLs', async () => {
  const { email } = await api.account()
  for (const redirectTo of ['https://evil.example/', '//evil.example', 'http://localhost:3000@evil.example/']) {
    const { properties } = await generate({ type: 'magiclink', email, options: { redirectTo } })
    expect(properties.redirect_to).toBe('http://localhost:3000/')
  }
})

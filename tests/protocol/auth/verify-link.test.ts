import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { callAuth, claimsIn, followLink, lastEmail } from '#tests/fixtures/auth-requests.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function recovery() {
  const account = await api.account()
  await api.client().auth.resetPasswordForEmail(account.email)
  return { ...account, ...(await lastEmail(api, account.email)) }
}

test('the implicit flow ends with the session in the fragment, in the specified order, and the client reads it', async () => {
  const { id, token } = await recovery()
  const to = 'http://localhost:3000/auth?mode=new-password#old'
  const { status, location, fragment, query } = await followLink(api, {
    type: 'recovery',
    token,
    redirect_to: to,
  })
  expect(status).toBe(303)
  expect([...fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect(Object.fromEntries(fragment)).toMatchObject({
    expires_in: '3600',
    sb: '',
    token_type: 'bearer',
    type: 'recovery',
  })
  expect(location.split('#')).toHaveLength(2)
  expect(Object.fromEntries(query)).toEqual({ mode: 'new-password' })
  const claims = claimsIn(fragment.get('access_token'))
  expect(claims).toMatchObject({ sub: id, amr: [{ method: 'otp' }] })
  expect(Number(fragment.get('expires_at'))).toBe(claims.exp)
  const { data, error } = await api.client().auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(id)
})

test('the first of two confirmations redirects with a message and no session', async () => {
  const account = await api.account()
  const { access_token: token } = await openTestSession(api, account.id)
  await callAuth(api, 'PUT', '/user', { token, body: { email: `new-${account.email}` } })
  const first = await lastEmail(api, account.email)
  const { status, fragment, query } = await followLink(api, { type: 'email_change', token: first.token })
  expect(status).toBe(303)
  expect(Object.fromEntries(fragment)).toEqual({
    message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    sb: '',
  })
  expect([...query.keys()]).toEqual([])
  const second = await lastEmail(api, `new-${account.email}`)
  const done = await followLink(api, { type: 'email_change', token: second.token })
  expect(claimsIn(done.fragment.get('access_token'))).toMatchObject({ email: `new-${account.email}` })
})

const errors: [string, Record<string, string>, Record<string, string>][] = [
  [
    'a token nobody has',
    { type: 'signup', token: 'ff' },
    { error: 'access_denied', error_code: 'otp_expired', error_description: 'Email link is invalid or has expired' },
  ],
  [
    'a type that is none',
    { type: 'nonsense', token: 'ff' },
    { error: 'invalid_request', error_code: 'validation_failed', error_description: 'Unsupported verification type' },
  ],
  [
    'a type for codes alone',
    { type: 'email', token: 'ff' },
    { error: 'invalid_request', error_code: 'validation_failed' },
  ],
  ['a telephone’s type', { type: 'sms', token: 'ff' }, { error: 'invalid_request', error_code: 'validation_failed' }],
]

test.each(errors)('a link with %s redirects back with the reason, behind the # alone', async (_, params, expected) => {
  const { status, fragment, query } = await followLink(api, {
    ...params,
    redirect_to: 'http://localhost:3000/auth?x=1',
  })
  expect(status).toBe(303)
  expect(Object.fromEntries(fragment)).toMatchObject({ ...expected, sb: '' })
  expect(Object.fromEntries(query)).toEqual({ x: '1' })
})

test('a link of a PKCE flow also returns its error in the query', async () => {
  const { fragment, query } = await followLink(api, {
    type: 'signup',
    token: 'pkce_ff',
    redirect_to: 'http://localhost:3000/auth',
  })
  const expected = {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  }
  expect(Object.fromEntries(query)).toEqual(expected)
  expect(Object.fromEntries(fragment)).toEqual({ ...expected, sb: '' })
})

test('a link without type or token gets a JSON error, in either format', async () => {
  for (const query of ['type=signup', 'token=ff', '', 'type=&token=ff']) {
    const { status, body } = await callAuth(api, 'GET', `/verify?${query}`)
    expect({ query, status, code: body.code }).toEqual({ query, status: 400, code: 'validation_failed' })
  }
  const old = await callAuth(api, 'GET', '/verify?type=signup', { headers: { 'x-supabase-api-version': '' } })
  expect(old.body).toMatchObject({
    code: 400,
    error_code: 'validation_failed',
    msg: 'Verify requires a token or a token hash',
  })
})

test('a mail scanner’s HEAD request does not consume a link', { tags: ['S18'] }, async () => {
  const { id, token } = await recovery()
  const head = await followLink(api, { type: 'recovery', token }, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, location: '' })
  const { fragment } = await followLink(api, { type: 'recovery', token })
  expect(claimsIn(fragment.get('access_token')).sub).toBe(id)
})

test('the response of a link is not cached, and its URL is not sent as a referrer', async () => {
  const { token } = await recovery()
  const response = await fetch(`${api.url}/auth/v1/verify?type=recovery&token=${token}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await response.text()).toBe('')
})

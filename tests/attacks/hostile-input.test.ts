// @module-tag S33

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { type Endpoint, faultsOf, hostile, sendHostile } from '#tests/fixtures/hostile-input.ts'
import { openTestSession, type Tokens } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const uuid = '6f6d1b1e-3d43-4f9b-9a55-0d5a8a1d6c11'
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
const email = 'somebody@example.com'
const endpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/signup',
    body: { email: '', phone: '', password: 'linen', data: {}, gotrue_meta_security: {}, ...challenge },
  },
  {
    method: 'POST',
    path: '/token?grant_type=password',
    body: { email, phone: '', password: 'x', gotrue_meta_security: {} },
  },
  { method: 'POST', path: '/token?grant_type=refresh_token', body: { refresh_token: 'x'.repeat(43) } },
  { method: 'POST', path: '/token?grant_type=pkce', body: { auth_code: uuid, code_verifier: 'x'.repeat(43) } },
  {
    method: 'POST',
    path: '/token?grant_type=id_token',
    body: { provider: 'google', id_token: 'a.b.c', access_token: 'x', nonce: 'x', link_identity: true },
  },
  { method: 'POST', path: '/recover', body: { email, ...challenge } },
  { method: 'POST', path: '/resend', body: { email, phone: '', type: 'signup', ...challenge } },
  { method: 'POST', path: '/resend', body: { phone: '+447700900123', type: 'sms' } },
  { method: 'POST', path: '/otp', body: { email, phone: '', data: {}, create_user: true, ...challenge } },
  { method: 'POST', path: '/magiclink', body: { email, data: {} } },
  { method: 'POST', path: '/verify', body: { type: 'signup', email, token: '123456', redirect_to: '' } },
  { method: 'POST', path: '/verify', body: { type: 'email', token_hash: 'x'.repeat(56) } },
  { method: 'POST', path: '/sso', body: { domain: 'example.com' } },
  { method: 'POST', path: '/logout?scope=local', body: { scope: 'global' }, as: 'user' },
  {
    method: 'PUT',
    path: '/user',
    body: {
      email: '',
      phone: '',
      password: 'x',
      current_password: 'x',
      nonce: '1',
      data: {},
      app_metadata: {},
      ...challenge,
    },
    as: 'user',
  },
  {
    method: 'POST',
    path: '/factors',
    body: { factor_type: 'phone', friendly_name: '', issuer: '', phone: '+447700900123' },
    as: 'user',
  },
  {
    method: 'POST',
    path: `/factors/${uuid}/challenge`,
    body: { factorId: uuid, channel: 'sms', webauthn: {} },
    as: 'user',
  },
  {
    method: 'POST',
    path: `/factors/${uuid}/verify`,
    body: { challenge_id: uuid, code: '123456', webauthn: {} },
    as: 'user',
  },
  { method: 'DELETE', path: `/factors/${uuid}`, body: { a: 1 }, as: 'user' },
  { method: 'DELETE', path: `/user/identities/${uuid}`, body: { a: 1 }, as: 'user' },
  {
    method: 'POST',
    path: '/admin/users',
    body: {
      email: '',
      phone: '',
      password: 'x',
      password_hash: 'x',
      email_confirm: true,
      phone_confirm: true,
      user_metadata: {},
      app_metadata: {},
      role: 'x',
      id: uuid,
      ban_duration: '1h',
    },
    as: 'service',
  },
  {
    method: 'PUT',
    path: `/admin/users/${uuid}`,
    body: { email: '', user_metadata: {}, app_metadata: {}, role: '', ban_duration: '' },
    as: 'service',
  },
  { method: 'DELETE', path: `/admin/users/${uuid}`, body: { should_soft_delete: true }, as: 'service' },
  {
    method: 'POST',
    path: '/admin/generate_link',
    body: { type: 'magiclink', email, new_email: '', password: '', data: {}, redirect_to: '' },
    as: 'service',
  },
  { method: 'POST', path: '/invite', body: { email, data: {} }, as: 'service' },
  { method: 'POST', path: '/end-session', body: { id: uuid }, as: 'user', functions: true },
  { method: 'POST', path: '/erase-my-account', body: { confirm: 'x' }, as: 'user', functions: true },
  { method: 'POST', path: '/remove-unfinished-factors', body: { a: 1 }, as: 'user', functions: true },
  { method: 'POST', path: '/export-my-data', body: { a: 1 }, as: 'user', functions: true },
  {
    method: 'POST',
    path: '/contact',
    body: { id: uuid, topic: 'size', order_number: '', name: 'Ruth', email, message: 'x', trap: '', captcha_token: '' },
    functions: true,
  },
]

let session: Tokens

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'nothing that is sent to %s is a fault',
  async (_, endpoint) => {
    session = await openTestSession(api)
    const fields = Object.keys(endpoint.body)
    const bodies = [
      ...hostile,
      '',
      '{',
      '\ufeff{}',
      `{"__proto__":${JSON.stringify(endpoint.body)}}`,
      ...fields.flatMap((field) =>
        hostile.map((value) => {
          const others = JSON.stringify({ ...endpoint.body, [field]: undefined }).slice(1, -1)
          return `{${others}${others && ','}${JSON.stringify(field)}:${value}}`
        }),
      ),
    ]
    const found: string[] = []
    for (let at = 0; at < bodies.length; at += 8) {
      const some = bodies.slice(at, at + 8)
      found.push(
        ...(
          await Promise.all(
            some.map(async (body) =>
              faultsOf(await sendHostile(api, endpoint, { body, userToken: session.access_token }), body),
            ),
          )
        ).flat(),
      )
    }
    expect(found).toEqual([])
  },
  120_000,
)

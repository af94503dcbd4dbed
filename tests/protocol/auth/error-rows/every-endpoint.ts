import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { type Asked, bearer, exhaust, freshAddress, newPassword, nobody, signedIn, withFactor } from '../error-world.ts'

function named({ method, path, body }: Asked): string {
  return `${method ?? (body === undefined ? 'GET' : 'POST')} ${path.split('?')[0]?.replaceAll(nobody, '{id}')}`
}

const tooSoon = {
  status: 429,
  code: 'over_email_send_rate_limit',
  message: /^For security purposes, you can only request this after \d+ seconds\.$/,
} as const

/** Endpoints with a body, and their caller. */
const withBody: { path: string; method?: string; by?: (api: AccountsApi) => Promise<string> }[] = [
  { path: '/signup' },
  ...['password', 'refresh_token', 'pkce', 'id_token'].map((grant) => ({ path: `/token?grant_type=${grant}` })),
  { path: '/recover' },
  { path: '/resend' },
  { path: '/otp' },
  { path: '/magiclink' },
  { path: '/verify' },
  { path: '/user', method: 'PUT', by: bearer },
  { path: '/factors', by: bearer },
  { path: '/admin/users', by: async (api) => api.serviceRoleKey },
  { path: '/admin/generate_link', by: async (api) => api.serviceRoleKey },
  { path: '/invite', by: async (api) => api.serviceRoleKey },
]

const withAddress: { path: string; more: object }[] = [
  { path: '/signup', more: { password: newPassword } },
  { path: '/recover', more: {} },
  { path: '/resend', more: { type: 'signup' } },
  { path: '/otp', more: {} },
  { path: '/magiclink', more: {} },
]

const withCaptcha: { path: string; more: object }[] = [
  ...withAddress,
  { path: '/token?grant_type=password', more: { password: newPassword } },
]

/** The number of calls each endpoint allows in a row. */
const limits: { asked: Asked; max: number }[] = [
  { asked: { path: '/token?grant_type=password', body: { email: 'a@example.com' } }, max: 150 },
  ...['/signup', '/recover', '/resend', '/otp', '/magiclink', '/verify'].map((path) => ({
    asked: { path, body: { email: 'no address' } },
    max: 30,
  })),
]

export const commonRows: Row[] = [
  ...withBody.map(
    ({ path, method, by }): Row => ({
      name: `${path}: no JSON`,
      ask: async (api) => ({
        path,
        ...(method && { method }),
        ...(by && { bearer: await by(api) }),
        body: '{"email":',
      }),
      status: 400,
      code: 'bad_json',
    }),
  ),
  ...withBody.map(
    ({ path, method, by }): Row => ({
      name: `${path}: more than 1 MiB`,
      ask: async (api) => ({
        path,
        ...(method && { method }),
        ...(by && { bearer: await by(api) }),
        body: { data: 'x'.repeat(1_100_000) },
      }),
      status: 413,
      code: 'request_entity_too_large',
    }),
  ),
  ...['no address', 'a b@example.com', '@example.com', 'a@', `${'x'.repeat(250)}@example.com`].flatMap((email) =>
    withAddress.map(
      ({ path, more }): Row => ({
        name: `${path}: the address ${email.slice(0, 20)}`,
        ask: () => ({ path, body: { ...more, email } }),
        status: 400,
        code: 'validation_failed',
        message: /^Unable to validate email address: invalid format/,
      }),
    ),
  ),
  ...['/recover', '/resend', '/otp', '/magiclink'].map(
    (path): Row => ({
      name: `${path}: an empty address`,
      ask: () => ({ path, body: { email: '', type: 'signup' } }),
      status: 400,
      code: 'validation_failed',
    }),
  ),
  ...withCaptcha.flatMap(({ path, more }): Row[] => [
    {
      name: `${path}: no captcha`,
      shop: 'captcha',
      ask: () => ({ path, body: { ...more, email: freshAddress() } }),
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (no captcha_token found)',
    },
    {
      name: `${path}: a captcha that is refused`,
      shop: 'captcha',
      ask: () => ({
        path,
        body: { ...more, email: freshAddress(), gotrue_meta_security: { captcha_token: 'wrong' } },
      }),
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    },
  ]),
  ...limits.map(
    ({ asked, max }): Row => ({
      name: `${named(asked)}: more than ${max} times`,
      shop: 'limited',
      ask: (api) => exhaust(api, asked, max),
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    }),
  ),
  {
    name: 'PUT /user: more than 30 times',
    shop: 'limited',
    ask: async (api) => exhaust(api, { method: 'PUT', path: '/user', bearer: await bearer(api), body: {} }, 30),
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  },
  ...['challenge', 'verify'].map(
    (step): Row => ({
      name: `/factors/{id}/${step}: more than 15 times`,
      shop: 'limited',
      ask: async (api) => {
        const { factorId, access_token } = await withFactor(api)
        return exhaust(api, { path: `/factors/${factorId}/${step}`, bearer: access_token, body: {} }, 15)
      },
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    }),
  ),
  ...['/recover', '/otp', '/magiclink'].map(
    (path): Row => ({
      name: `${path}: a second e-mail within a minute`,
      ask: async (api) => exhaust(api, { path, body: { email: (await api.account()).email } }, 1),
      ...tooSoon,
    }),
  ),
  ...['signup', 'email_change'].map(
    (type): Row => ({
      name: `/resend ${type}: a second e-mail within a minute`,
      ask: (api) => exhaust(api, { path: '/resend', body: { email: freshAddress(), type } }, 1),
      ...tooSoon,
    }),
  ),
  {
    name: 'PUT /user: a second change of address within a minute',
    ask: async (api) => {
      const { access_token } = await signedIn(api)
      return exhaust(api, { method: 'PUT', path: '/user', bearer: access_token, body: { email: freshAddress() } }, 1)
    },
    ...tooSoon,
  },
  {
    name: 'GET /reauthenticate: a second e-mail within a minute',
    ask: async (api) => exhaust(api, { path: '/reauthenticate', bearer: await bearer(api) }, 1),
    ...tooSoon,
  },
]

import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from './error-table.ts'
import {
  type Asked,
  banned,
  bearer,
  exhaust,
  forged,
  freshAddress,
  newPassword,
  nobody,
  signedIn,
  signedOut,
  token,
  unsigned,
  withFactor,
} from './error-world.ts'

/** Endpoints that need a user. */
const guarded: Asked[] = [
  { path: '/user' },
  { method: 'PUT', path: '/user', body: { data: {} } },
  { path: '/reauthenticate' },
  { method: 'POST', path: '/logout' },
  { path: '/user/identities/authorize?provider=google&skip_http_redirect=true' },
  { method: 'DELETE', path: `/user/identities/${nobody}` },
  { path: '/factors', body: { factor_type: 'totp' } },
  { method: 'DELETE', path: `/factors/${nobody}` },
  { path: `/factors/${nobody}/challenge`, body: {} },
  { path: `/factors/${nobody}/verify`, body: { challenge_id: nobody, code: '000000' } },
]

/** Endpoints of the service alone. */
const administrative: Asked[] = [
  { path: '/admin/users' },
  { path: '/admin/users', body: { email: 'somebody@example.com' } },
  { path: `/admin/users/${nobody}` },
  { method: 'PUT', path: `/admin/users/${nobody}`, body: { user_metadata: {} } },
  { method: 'DELETE', path: `/admin/users/${nobody}`, body: { should_soft_delete: false } },
  { path: `/admin/users/${nobody}/factors` },
  { method: 'DELETE', path: `/admin/users/${nobody}/factors/${nobody}` },
  { path: '/admin/generate_link', body: { type: 'magiclink', email: 'somebody@example.com' } },
  { path: '/invite', body: { email: 'somebody@example.com' } },
]

function named({ method, path, body }: Asked): string {
  return `${method ?? (body === undefined ? 'GET' : 'POST')} ${path.split('?')[0]?.replaceAll(nobody, '{id}')}`
}

type Bearer = Omit<Row, 'ask'> & { bearer: (api: AccountsApi) => Promise<string> }

const notBelieved: Bearer[] = [
  {
    name: 'a signature of nobody',
    bearer: forged,
    status: 403,
    code: 'bad_jwt',
    message: /^invalid JWT: unable to parse or verify signature/,
  },
  { name: 'another algorithm', bearer: unsigned, status: 403, code: 'bad_jwt', message: /^invalid JWT/ },
  { name: 'no JWT', bearer: async () => 'abc', status: 403, code: 'bad_jwt', message: /^invalid JWT/ },
  {
    name: 'an expired one',
    bearer: (api) => token(api, { sub: nobody, exp: 1_700_000_000 }),
    status: 403,
    code: 'bad_jwt',
    message: /^invalid JWT/,
  },
]

const believed: Bearer[] = [
  {
    name: 'the anonymous key',
    bearer: async (api) => api.anonKey,
    status: 403,
    code: 'bad_jwt',
    message: 'invalid claim: missing sub claim',
  },
  { name: 'no UUID', bearer: (api) => token(api, { sub: '1234567890' }), status: 400, code: 'bad_jwt' },
  {
    name: 'a user who has gone',
    bearer: (api) => token(api, { sub: nobody }),
    status: 403,
    code: 'user_not_found',
    message: 'User from sub claim in JWT does not exist',
  },
  {
    name: 'a session that was signed out',
    bearer: async (api) => (await signedOut(api)).access_token,
    status: 403,
    code: 'session_not_found',
    message: 'Session from session_id claim in JWT does not exist',
  },
  { name: 'a banned user', bearer: async (api) => (await banned(api)).access_token, status: 403, code: 'user_banned' },
]

const notAdmin: Bearer[] = [
  {
    name: 'the anonymous key',
    bearer: async (api) => api.anonKey,
    status: 403,
    code: 'not_admin',
    message: 'User not allowed',
  },
  { name: 'a user', bearer, status: 403, code: 'not_admin', message: 'User not allowed' },
]

const noBearer = {
  status: 401,
  code: 'no_authorization',
  message: /Bearer token/,
} as const

function rowsOf(endpoint: Asked, bearers: Bearer[]): Row[] {
  return [
    { ...noBearer, name: `${named(endpoint)} without a bearer`, ask: () => endpoint },
    ...['Basic YTpi', 'Bearer', 'Bearer ', 'abc'].map((authorization) => ({
      ...noBearer,
      name: `${named(endpoint)} with Authorization: ${authorization}`,
      ask: () => ({ ...endpoint, headers: { authorization } }),
    })),
    ...bearers.map(({ bearer: of, name, ...answer }) => ({
      ...answer,
      name: `${named(endpoint)} by ${name}`,
      ask: async (api: AccountsApi) => ({ ...endpoint, bearer: await of(api) }),
    })),
  ]
}

export const bearerRows: Row[] = [
  {
    name: 'no key',
    ask: () => ({ path: '/settings', key: null }),
    status: 401,
    code: '',
    form: 'gateway',
    message: 'No API key found in request',
    extra: { hint: 'No `apikey` request header or url param was found.' },
  },
  {
    name: 'an unknown key',
    ask: () => ({ path: '/settings', key: 'unknown' }),
    status: 401,
    code: '',
    form: 'gateway',
    message: 'Invalid API key',
    extra: { hint: 'Double check your Supabase `anon` or `service_role` API key.' },
  },
  ...guarded.flatMap((endpoint) => rowsOf(endpoint, [...notBelieved, ...believed])),
  ...administrative.flatMap((endpoint) => rowsOf(endpoint, [...notBelieved, ...notAdmin])),
]

const tooSoon = {
  status: 429,
  code: 'over_email_send_rate_limit',
  message: /^For security purposes, you can only request this after \d+ seconds\.$/,
} as const

/** Endpoints that take a body, and who has to ask. */
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

/** How many times in a row each may be asked. */
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
      name: `${path}: a second letter within a minute`,
      ask: async (api) => exhaust(api, { path, body: { email: (await api.account()).email } }, 1),
      ...tooSoon,
    }),
  ),
  ...['signup', 'email_change'].map(
    (type): Row => ({
      name: `/resend ${type}: a second letter within a minute`,
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
    name: 'GET /reauthenticate: a second letter within a minute',
    ask: async (api) => exhaust(api, { path: '/reauthenticate', bearer: await bearer(api) }, 1),
    ...tooSoon,
  },
]

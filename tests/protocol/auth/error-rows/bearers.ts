import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { type Asked, banned, bearer, forged, nobody, signedOut, token, unsigned } from '../error-world.ts'

/** Endpoints that require a user. */
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

/** Endpoints for the service only. */
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
    ...bearers.map(({ bearer: of, name, ...response }) => ({
      ...response,
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

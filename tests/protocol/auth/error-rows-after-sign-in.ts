import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from './error-table.ts'
import {
  ban,
  bearer,
  challenged,
  done,
  freshAddress,
  newPassword,
  nobody,
  refresh,
  run,
  signedIn,
  signedOut,
  withFactor,
} from './error-world.ts'

const invalid = { status: 400, code: 'validation_failed' } as const
const refreshing = '/token?grant_type=refresh_token'
const noToken = {
  status: 400,
  code: 'validation_failed',
  message: /^(Invalid Refresh Token|Refresh token is not valid)/,
} as const

export const refreshRows: Row[] = [
  ...[{}, { refresh_token: '' }, { refresh_token: 'short' }, { refresh_token: `no token ${'x'.repeat(20)}` }].map(
    (body): Row => ({
      name: `no refresh token: ${JSON.stringify(body).slice(0, 40)}`,
      ask: () => ({ path: refreshing, body }),
      ...noToken,
    }),
  ),
  {
    name: 'unknown',
    ask: () => ({ path: refreshing, body: { refresh_token: 'abcdefghijklmnop' } }),
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  {
    name: 'its session was signed out',
    ask: async (api) => ({ path: refreshing, body: { refresh_token: (await signedOut(api)).refresh_token } }),
    status: 400,
    code: ['session_not_found', 'refresh_token_not_found'],
  },
  {
    name: 'its session is over',
    ask: async (api) => {
      const { id, refresh_token } = await signedIn(api)
      await run(api, `update auth.sessions set not_after = now() - interval '1 minute' where user_id = '${id}'`)
      return { path: refreshing, body: { refresh_token } }
    },
    status: 400,
    code: 'session_expired',
  },
  {
    name: 'banned',
    ask: async (api) => {
      const { id, refresh_token } = await signedIn(api)
      await ban(api, id)
      return { path: refreshing, body: { refresh_token } }
    },
    status: 400,
    code: 'user_banned',
  },
  {
    name: 'used too long ago',
    shop: 'impatient',
    ask: async (api) => {
      const { refresh_token } = await signedIn(api)
      await refresh(api, (await refresh(api, refresh_token)).refresh_token)
      return { path: refreshing, body: { refresh_token } }
    },
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  },
  {
    name: 'of a family that was ended',
    shop: 'impatient',
    ask: async (api) => {
      const { refresh_token } = await signedIn(api)
      const last = await refresh(api, (await refresh(api, refresh_token)).refresh_token)
      await refresh(api, refresh_token).catch(() => undefined)
      return { path: refreshing, body: { refresh_token: last.refresh_token } }
    },
    status: 400,
    code: ['refresh_token_already_used', 'refresh_token_not_found', 'session_not_found'],
  },
]

async function twoFactors(api: AccountsApi, body: object) {
  const { access_token } = await withFactor(api, { body })
  return { path: '/factors', bearer: access_token, body }
}

const phone = { factor_type: 'phone', friendly_name: 'telephone', phone: '+447700900123' }
const unknownFactor = { status: 404, code: 'mfa_factor_not_found' } as const

/** The three endpoints of one factor. */
const ofOneFactor: [method: string, path: string, body?: object][] = [
  ['DELETE', ''],
  ['POST', '/challenge', {}],
  ['POST', '/verify', { challenge_id: nobody, code: '000000' }],
]

export const factorRows: Row[] = [
  ...['sms', '', undefined].map(
    (factor_type): Row => ({
      name: `enrol: the type ${factor_type}`,
      ask: async (api) => ({ path: '/factors', bearer: await bearer(api), body: { factor_type } }),
      ...invalid,
      message: 'factor_type needs to be totp, phone, or webauthn',
    }),
  ),
  {
    name: 'enrol: telephones are off',
    shop: 'silent',
    ask: async (api) => ({ path: '/factors', bearer: await bearer(api), body: phone }),
    status: 422,
    code: 'mfa_phone_enroll_not_enabled',
  },
  {
    name: 'challenge: telephones are off',
    shop: 'silent',
    ask: async (api) => {
      const { id, access_token } = await signedIn(api)
      await run(
        api,
        `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, phone)
          values ('${id}', '${id}', 'phone', 'verified', 'telephone', '447700900123')`,
      )
      return { path: `/factors/${id}/challenge`, bearer: access_token, body: {} }
    },
    status: 422,
    code: 'mfa_phone_verify_not_enabled',
  },
  {
    name: 'enrol: a name twice',
    ask: (api) => twoFactors(api, { factor_type: 'totp', friendly_name: 'mine' }),
    status: 422,
    code: 'mfa_factor_name_conflict',
  },
  {
    name: 'enrol: no name twice',
    ask: (api) => twoFactors(api, { factor_type: 'totp' }),
    status: 422,
    code: 'mfa_factor_name_conflict',
  },
  {
    name: 'enrol: an eleventh',
    ask: async (api) => {
      const { id, access_token } = await signedIn(api)
      await run(
        api,
        `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret)
          select '${id}', 'totp', 'factor ' || n, 'x' from generate_series(1, 10) n`,
      )
      return { path: '/factors', bearer: access_token, body: { factor_type: 'totp', friendly_name: 'eleventh' } }
    },
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
  },
  {
    name: 'enrol: with a second factor, at the first level',
    ask: async (api) => {
      const { access_token } = await withFactor(api, { verified: true })
      return { path: '/factors', bearer: access_token, body: { factor_type: 'totp', friendly_name: 'another' } }
    },
    status: 403,
    code: 'insufficient_aal',
  },
  ...[undefined, '', 'my phone', '0800'].map(
    (number): Row => ({
      name: `enrol: the telephone number ${number}`,
      ask: async (api) => ({ path: '/factors', bearer: await bearer(api), body: { ...phone, phone: number } }),
      ...invalid,
    }),
  ),
  {
    name: 'enrol: a telephone that is verified already',
    ask: async (api) => {
      const { access_token } = await withFactor(api, { verified: true, aal2: true, body: phone })
      return { path: '/factors', bearer: access_token, body: { ...phone, friendly_name: 'again' } }
    },
    status: 422,
    code: 'mfa_verified_factor_exists',
  },
  ...ofOneFactor.flatMap(([method, path, body]): Row[] => [
    {
      name: `${method} /factors/{id}${path}: unknown`,
      ask: async (api) => ({ method, path: `/factors/${nobody}${path}`, bearer: await bearer(api), body }),
      ...unknownFactor,
    },
    {
      name: `${method} /factors/{id}${path}: somebody else’s`,
      ask: async (api) => {
        const { factorId } = await withFactor(api)
        return { method, path: `/factors/${factorId}${path}`, bearer: await bearer(api), body }
      },
      ...unknownFactor,
    },
    {
      name: `${method} /factors/{id}${path}: no UUID`,
      ask: async (api) => ({ method, path: `/factors/abc${path}`, bearer: await bearer(api), body }),
      status: 404,
      code: 'validation_failed',
    },
  ]),
  {
    name: 'verify: an unknown challenge',
    ask: async (api) => {
      const { path, bearer: by } = await challenged(api)
      return { path, bearer: by, body: { challenge_id: nobody, code: '000000' } }
    },
    status: 422,
    code: 'mfa_factor_not_found',
  },
  ...[
    ['a used challenge', 'verified_at = now()', 'mfa_ip_address_mismatch'],
    ['another address than asked', "ip_address = '192.0.2.7'", 'mfa_ip_address_mismatch'],
    ['a challenge of six minutes ago', "created_at = now() - interval '6 minutes'", 'mfa_challenge_expired'],
  ].map(
    ([name, change, code = '']): Row => ({
      name: `verify: ${name}`,
      ask: async (api) => {
        const { path, bearer: by, challenge_id } = await challenged(api, change)
        return { path, bearer: by, body: { challenge_id, code: '000000' } }
      },
      status: 422,
      code,
    }),
  ),
  {
    name: 'verify: no code',
    ask: async (api) => {
      const { path, bearer: by, challenge_id } = await challenged(api)
      return { path, bearer: by, body: { challenge_id, code: '' } }
    },
    ...invalid,
  },
  {
    name: 'verify: a wrong code',
    ask: async (api) => {
      const { path, bearer: by, challenge_id } = await challenged(api)
      return { path, bearer: by, body: { challenge_id, code: '000000' } }
    },
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  },
  {
    name: 'delete: a second factor, at the first level',
    ask: async (api) => {
      const { access_token, factorId } = await withFactor(api, { verified: true })
      return { method: 'DELETE', path: `/factors/${factorId}`, bearer: access_token }
    },
    status: 422,
    code: 'insufficient_aal',
  },
  {
    name: 'challenge: a telephone again within a minute',
    ask: async (api) => {
      const { access_token, factorId } = await withFactor(api, { body: { ...phone, phone: someNumber() } })
      const ask = { path: `/factors/${factorId}/challenge`, bearer: access_token, body: { channel: 'sms' } }
      await done(api, ask)
      return ask
    },
    status: 429,
    code: 'over_sms_send_rate_limit',
  },
]

/** Each call another, since a telephone has its pause whoever asks. */
function someNumber(): string {
  return `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
}

/** As the service. */
function asService(ask: (api: AccountsApi) => Promise<{ method?: string; path: string; body?: unknown }>): Row['ask'] {
  return async (api) => ({ ...(await ask(api)), bearer: api.serviceRoleKey })
}

async function existing(api: AccountsApi): Promise<string> {
  return (await api.account()).email
}

const emailExists = { status: 422, code: 'email_exists' } as const

const ofOneUser: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['PUT', '', { user_metadata: {} }],
  ['DELETE', '', { should_soft_delete: false }],
  ['GET', '/factors'],
  ['DELETE', `/factors/${nobody}`],
]

export const adminRows: Row[] = [
  {
    name: 'create: an address somebody has',
    ask: asService(async (api) => ({ path: '/admin/users', body: { email: await existing(api) } })),
    ...emailExists,
  },
  {
    name: 'create: a phone somebody has',
    ask: asService(async (api) => {
      const body = { phone: someNumber(), email: freshAddress() }
      await done(api, { path: '/admin/users', bearer: api.serviceRoleKey, body })
      return { path: '/admin/users', body: { phone: body.phone, email: freshAddress() } }
    }),
    status: 422,
    code: 'phone_exists',
  },
  ...[
    {},
    { email: 'no address' },
    { phone: 'my phone' },
    { email: 'a@example.com', ban_duration: 'for ever' },
    { email: 'a@example.com', id: 'abc' },
  ].map(
    (body): Row => ({
      name: `create: ${JSON.stringify(body)}`,
      ask: asService(async () => ({ path: '/admin/users', body })),
      ...invalid,
    }),
  ),
  ...['page=-1', 'page=abc', 'per_page=-1'].map(
    (query): Row => ({
      name: `list: ${query}`,
      ask: asService(async () => ({ path: `/admin/users?${query}` })),
      ...invalid,
    }),
  ),
  ...ofOneUser.flatMap(([method, path, body]): Row[] => [
    {
      name: `${method} /admin/users/{id}${path.replace(nobody, '{id}')}: unknown`,
      ask: asService(async () => ({ method, path: `/admin/users/${nobody}${path}`, body })),
      status: 404,
      code: 'user_not_found',
    },
    {
      name: `${method} /admin/users/{id}${path.replace(nobody, '{id}')}: no UUID`,
      ask: asService(async () => ({ method, path: `/admin/users/abc${path}`, body })),
      status: 404,
      code: 'validation_failed',
    },
  ]),
  {
    name: 'change: an address somebody has',
    ask: asService(async (api) => ({
      method: 'PUT',
      path: `/admin/users/${(await api.account()).id}`,
      body: { email: await existing(api) },
    })),
    ...emailExists,
  },
  {
    name: 'link: recovery of an unknown address',
    ask: asService(async () => ({ path: '/admin/generate_link', body: { type: 'recovery', email: freshAddress() } })),
    status: 404,
    code: 'user_not_found',
  },
  ...['signup', 'invite'].map(
    (type): Row => ({
      name: `link: ${type} of a confirmed address`,
      ask: asService(async (api) => ({
        path: '/admin/generate_link',
        body: { type, email: await existing(api), password: newPassword },
      })),
      ...emailExists,
    }),
  ),
  ...[
    { type: 'toString', email: 'a@example.com' },
    { type: 'signup', email: 'b@example.com' },
    { type: 'magiclink', email: 'no address' },
  ].map(
    (body): Row => ({
      name: `link: ${JSON.stringify(body)}`,
      ask: asService(async () => ({ path: '/admin/generate_link', body })),
      ...invalid,
    }),
  ),
  {
    name: 'invite: an address somebody has',
    ask: asService(async (api) => ({ path: '/invite', body: { email: await existing(api) } })),
    ...emailExists,
  },
  {
    name: 'invite: no address',
    ask: asService(async () => ({ path: '/invite', body: { email: 'no address' } })),
    ...invalid,
  },
]

import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { bearer, challenged, done, invalid, nobody, run, signedIn, withFactor } from '../error-world.ts'

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

/** A new number for each call, since the limit of a number applies to any caller. */
function someNumber(): string {
  return `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
}

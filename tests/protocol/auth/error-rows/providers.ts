import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { bearer, done, invalid, nobody, run, signedIn } from '../error-world.ts'
import { badChallenges } from './bad-challenges.ts'

async function withTwoIdentities(api: AccountsApi, data: object = {}) {
  const tokens = await signedIn(api)
  const subject = crypto.randomUUID()
  const identity = JSON.stringify({ sub: subject, email: tokens.email, email_verified: true, ...data })
  await run(
    api,
    `insert into auth.identities (provider, provider_id, user_id, identity_data)
      values ('google', '${subject}', '${tokens.id}', '${identity}')`,
  )
  return tokens
}

async function identitiesOf(api: AccountsApi, token: string) {
  type Identity = { identity_id: string; provider: string }
  const { identities } = await done<{ identities: Identity[] }>(api, { path: '/user', bearer: token })
  return identities
}

const linkingOff = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' } as const

const badAuthorize = '/authorize?provider=google'

export const oauthRows: Row[] = [
  ...['nobody', 'apple', ''].map(
    (provider): Row => ({
      name: `authorize: the provider "${provider}"`,
      ask: () => ({ path: `/authorize?provider=${provider}`, key: null }),
      ...invalid,
      message: /^Unsupported provider: /,
    }),
  ),
  ...badChallenges.map(
    ([what, fields]): Row => ({
      name: `authorize: ${what}`,
      ask: () => ({ path: `${badAuthorize}&${new URLSearchParams(fields as Record<string, string>)}`, key: null }),
      ...invalid,
    }),
  ),
  {
    name: 'callback: no state',
    ask: () => ({ path: '/callback?code=abc', key: null }),
    status: 303,
    code: 'bad_oauth_callback',
    form: 'redirect',
    extra: { at: 'http://localhost:3000/', error: 'invalid_request' },
  },
  ...['abc', nobody].map(
    (state): Row => ({
      name: `callback: the unknown state ${state}`,
      ask: () => ({ path: `/callback?code=abc&state=${state}`, key: null }),
      status: 303,
      code: 'bad_oauth_state',
      form: 'redirect',
      extra: { at: 'http://localhost:3000/', error: 'invalid_request' },
    }),
  ),
  {
    name: 'linking is off: authorize',
    shop: 'unlinked',
    ask: async (api) => ({
      path: '/user/identities/authorize?provider=google&skip_http_redirect=true',
      bearer: await bearer(api),
    }),
    ...linkingOff,
  },
  {
    name: 'linking is off: unlink',
    shop: 'unlinked',
    ask: async (api) => {
      const { access_token } = await withTwoIdentities(api)
      const [first] = await identitiesOf(api, access_token)
      return { method: 'DELETE', path: `/user/identities/${first?.identity_id}`, bearer: access_token }
    },
    ...linkingOff,
  },
  {
    name: 'unlink: no UUID',
    ask: async (api) => ({ method: 'DELETE', path: '/user/identities/abc', bearer: await bearer(api) }),
    status: 404,
    code: 'validation_failed',
  },
  {
    name: 'unlink: the only one',
    ask: async (api) => {
      const token = await bearer(api)
      const [only] = await identitiesOf(api, token)
      return { method: 'DELETE', path: `/user/identities/${only?.identity_id}`, bearer: token }
    },
    status: 422,
    code: 'single_identity_not_deletable',
  },
  {
    name: 'unlink: not hers',
    ask: async (api) => {
      const [other] = await identitiesOf(api, await bearer(api))
      const { access_token } = await withTwoIdentities(api)
      return { method: 'DELETE', path: `/user/identities/${other?.identity_id}`, bearer: access_token }
    },
    status: 422,
    code: 'identity_not_found',
  },
  {
    name: 'unlink: what is left has somebody else’s address',
    ask: async (api) => {
      const { access_token } = await withTwoIdentities(api, { email: (await api.account()).email })
      const own = (await identitiesOf(api, access_token)).find(({ provider }) => provider === 'email')
      return { method: 'DELETE', path: `/user/identities/${own?.identity_id}`, bearer: access_token }
    },
    status: 422,
    code: 'email_conflict_identity_not_deletable',
  },
]

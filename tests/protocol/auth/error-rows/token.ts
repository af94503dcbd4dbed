import type { Row } from '../error-table.ts'
import { authCode, ban, done, freshAddress, invalid, newPassword, nobody, run } from '../error-world.ts'
import { idTokenRows } from './id-token.ts'

const challenge = 'x'.repeat(43)

const wrongCredentials = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' } as const

const password = '/token?grant_type=password'

export const signInRows: Row[] = [
  {
    name: 'password: nobody has the address',
    ask: () => ({ path: password, body: { email: freshAddress(), password: newPassword } }),
    ...wrongCredentials,
  },
  {
    name: 'password: a wrong one',
    ask: async (api) => ({ path: password, body: { email: (await api.account()).email, password: newPassword } }),
    ...wrongCredentials,
  },
  {
    name: 'password: the account has none',
    ask: async (api) => {
      const account = await api.account()
      await run(api, `update auth.users set encrypted_password = null where id = '${account.id}'`)
      return { path: password, body: { email: account.email, password: account.password } }
    },
    ...wrongCredentials,
  },
  {
    name: 'password: not confirmed, where that is asked',
    shop: 'strict',
    ask: async (api) => ({ path: password, body: await api.account({ confirmed: false }) }),
    status: 400,
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  },
  {
    name: 'password: not confirmed, and a wrong password',
    shop: 'strict',
    ask: async (api) => {
      const { email } = await api.account({ confirmed: false })
      return { path: password, body: { email, password: newPassword } }
    },
    ...wrongCredentials,
  },
  {
    name: 'password: banned',
    ask: async (api) => {
      const account = await api.account()
      await ban(api, account.id)
      return { path: password, body: account }
    },
    status: 400,
    code: 'user_banned',
  },
  { name: 'password: no address', ask: () => ({ path: password, body: { password: newPassword } }), ...invalid },
  {
    name: 'password: address and phone',
    ask: () => ({ path: password, body: { email: freshAddress(), phone: '+447700900123', password: newPassword } }),
    ...invalid,
  },
  {
    name: 'password: by phone',
    ask: () => ({ path: password, body: { phone: '+447700900123', password: newPassword } }),
    status: 400,
    code: 'phone_provider_disabled',
  },
  {
    name: 'pkce: no code',
    ask: () => ({ path: '/token?grant_type=pkce', body: { auth_code: '', code_verifier: challenge } }),
    ...invalid,
  },
  {
    name: 'pkce: no verifier',
    ask: () => ({ path: '/token?grant_type=pkce', body: { auth_code: nobody, code_verifier: '' } }),
    ...invalid,
  },
  {
    name: 'pkce: an unknown code',
    ask: () => ({ path: '/token?grant_type=pkce', body: { auth_code: nobody, code_verifier: challenge } }),
    status: 404,
    code: 'flow_state_not_found',
  },
  {
    name: 'pkce: a code that was exchanged',
    ask: async (api) => {
      const body = await authCode(api)
      await done(api, { path: '/token?grant_type=pkce', body })
      return { path: '/token?grant_type=pkce', body }
    },
    status: 404,
    code: 'flow_state_not_found',
  },
  {
    name: 'pkce: a code of six minutes ago',
    shop: 'late',
    ask: async (api) => {
      await api.setClockAhead(0)
      const body = await authCode(api)
      await api.setClockAhead(360)
      return { path: '/token?grant_type=pkce', body }
    },
    status: 422,
    code: 'flow_state_expired',
  },
  {
    name: 'pkce: another verifier',
    ask: async (api) => ({
      path: '/token?grant_type=pkce',
      body: { ...(await authCode(api)), code_verifier: challenge },
    }),
    status: 400,
    code: 'bad_code_verifier',
  },
  ...['', '?grant_type=', '?grant_type=implicit', '?grant_type=constructor'].map(
    (query): Row => ({
      name: `another grant: ${query || 'none'}`,
      ask: () => ({ path: `/token${query}`, body: {} }),
      status: 400,
      code: 'invalid_credentials',
      message: 'unsupported_grant_type',
    }),
  ),
  {
    name: 'web3',
    ask: () => ({ path: '/token?grant_type=web3', body: {} }),
    status: 422,
    code: 'web3_provider_disabled',
    message: 'Web3 provider is disabled',
  },
  {
    name: 'SAML',
    ask: () => ({ path: '/sso', body: { domain: 'example.com' } }),
    status: 404,
    code: 'saml_provider_disabled',
    message: 'SAML 2.0 is disabled',
  },
  ...idTokenRows,
]

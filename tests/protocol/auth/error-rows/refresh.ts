import type { Row } from '../error-table.ts'
import { ban, refresh, run, signedIn, signedOut } from '../error-world.ts'

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

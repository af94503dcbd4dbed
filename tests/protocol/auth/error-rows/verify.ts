import type { Row } from '../error-table.ts'
import { asked, ban, done, freshAddress, invalid } from '../error-world.ts'

const wrongCode = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' } as const

const wrongLink = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' } as const

const verifications: [string, object][] = [
  ['both forms of a token', { type: 'email', email: 'a@example.com', token: '123456', token_hash: 'abc' }],
  ['no token', { type: 'email', email: 'a@example.com' }],
  ['no type', { email: 'a@example.com', token: '123456' }],
  ['an unknown type', { type: 'toString', token_hash: 'abc' }],
  ['a code without an address', { type: 'email', token: '123456' }],
  ['a code without a phone', { type: 'sms', token: '123456' }],
]

export const verifyRows: Row[] = [
  ...verifications.map(([name, body]): Row => ({ name, ask: () => ({ path: '/verify', body }), ...invalid })),
  {
    name: 'no telephone number',
    ask: () => ({ path: '/verify', body: { type: 'sms', phone: 'my phone', token: '123456' } }),
    ...invalid,
    message: 'Invalid phone number format (E.164 required)',
  },
  {
    name: 'a code for nobody',
    ask: () => ({ path: '/verify', body: { type: 'email', email: freshAddress(), token: '123456' } }),
    ...wrongCode,
  },
  {
    name: 'a wrong code',
    ask: async (api) => {
      const { email, code } = await asked(api, '/recover')
      return { path: '/verify', body: { type: 'recovery', email, token: code === '123456' ? '654321' : '123456' } }
    },
    ...wrongCode,
  },
  {
    name: 'a used code',
    ask: async (api) => {
      const { email, code } = await asked(api, '/recover')
      const body = { type: 'recovery', email, token: code }
      await done(api, { path: '/verify', body })
      return { path: '/verify', body }
    },
    ...wrongCode,
  },
  {
    name: 'a code of eleven minutes ago',
    shop: 'late',
    ask: async (api) => {
      await api.setClockAhead(0)
      const { email, code } = await asked(api, '/recover')
      await api.setClockAhead(660)
      return { path: '/verify', body: { type: 'recovery', email, token: code } }
    },
    ...wrongCode,
  },
  {
    name: 'a wrong link',
    ask: () => ({ path: '/verify', body: { type: 'recovery', token_hash: 'a'.repeat(56) } }),
    ...wrongLink,
  },
  {
    name: 'a link of another kind',
    ask: async (api) => {
      const { token } = await asked(api, '/recover')
      return { path: '/verify', body: { type: 'signup', token_hash: token } }
    },
    ...wrongLink,
  },
  {
    name: 'a used link',
    ask: async (api) => {
      const { token } = await asked(api, '/recover')
      const body = { type: 'recovery', token_hash: token }
      await done(api, { path: '/verify', body })
      return { path: '/verify', body }
    },
    ...wrongLink,
  },
  {
    name: 'a link of eleven minutes ago',
    shop: 'late',
    ask: async (api) => {
      await api.setClockAhead(0)
      const { token } = await asked(api, '/recover')
      await api.setClockAhead(660)
      return { path: '/verify', body: { type: 'recovery', token_hash: token } }
    },
    ...wrongLink,
  },
  {
    name: 'banned',
    ask: async (api) => {
      const { id, token } = await asked(api, '/recover')
      await ban(api, id)
      return { path: '/verify', body: { type: 'recovery', token_hash: token } }
    },
    status: 403,
    code: 'user_banned',
  },
  { name: 'an address without a token', ask: () => ({ path: '/verify?type=recovery' }), ...invalid },
  { name: 'an address without a type', ask: () => ({ path: '/verify?token=abc' }), ...invalid },
  {
    name: 'an address with a wrong token',
    ask: () => ({
      path: `/verify?type=recovery&token=${'a'.repeat(56)}&redirect_to=http://localhost:3000/x`,
      key: null,
    }),
    status: 303,
    code: 'otp_expired',
    form: 'redirect',
    extra: { at: 'http://localhost:3000/x', error: 'access_denied', sb: '' },
  },
]

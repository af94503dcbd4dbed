import type { Row } from '../error-table.ts'
import { done, freshAddress, invalid, newPassword } from '../error-world.ts'
import { badChallenges } from './bad-challenges.ts'

const weak = { status: 422, code: 'weak_password' } as const

const badChallengeRows: Row[] = badChallenges.flatMap(([what, fields]) =>
  ['/signup', '/recover', '/resend', '/otp', '/magiclink'].map((path) => ({
    name: `${path}: ${what}`,
    ask: () => ({ path, body: { email: freshAddress(), password: newPassword, type: 'signup', ...fields } }),
    ...invalid,
  })),
)

export const signUpRows: Row[] = [
  {
    name: 'confirmed already, where nothing is confirmed by e-mail',
    shop: 'autoconfirm',
    ask: async (api) => ({ path: '/signup', body: { email: (await api.account()).email, password: newPassword } }),
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  },
  {
    name: 'waiting for confirmation, within a minute',
    ask: async (api) => {
      const body = { email: freshAddress(), password: newPassword }
      await done(api, { path: '/signup', body })
      return { path: '/signup', body }
    },
    status: 429,
    code: 'over_email_send_rate_limit',
    message: /^For security purposes, you can only request this after \d+ seconds\.$/,
  },
  {
    name: 'neither address nor phone',
    ask: () => ({ path: '/signup', body: {} }),
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  },
  {
    name: 'sign-ups off',
    shop: 'closed',
    ask: () => ({ path: '/signup', body: { email: freshAddress(), password: newPassword } }),
    status: 422,
    code: 'signup_disabled',
    message: 'Signups not allowed for this instance',
  },
  { name: 'no password', ask: () => ({ path: '/signup', body: { email: freshAddress() } }), ...invalid },
  {
    name: 'a password of more than 128 characters',
    ask: () => ({ path: '/signup', body: { email: freshAddress(), password: `Qx7 ${'x'.repeat(125)}` } }),
    ...invalid,
  },
  {
    name: 'a short password',
    ask: () => ({ path: '/signup', body: { email: freshAddress(), password: 'k3#tz' } }),
    ...weak,
    message: 'Password should be at least 6 characters.',
    extra: { weak_password: { reasons: ['length'] } },
  },
  {
    name: 'a common password',
    ask: () => ({ path: '/signup', body: { email: freshAddress(), password: 'password1' } }),
    ...weak,
    extra: { weak_password: { reasons: ['pwned'] } },
  },
  {
    name: 'a short password at no address: the password is judged first',
    ask: () => ({ path: '/signup', body: { email: 'no address', password: 'k3#tz' } }),
    ...weak,
  },
  ...badChallengeRows,
]

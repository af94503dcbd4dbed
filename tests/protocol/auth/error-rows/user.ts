import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { bearer, done, emailSecrets, invalid, newPassword, run, signedIn, withFactor } from '../error-world.ts'

const weak = { status: 422, code: 'weak_password' } as const

type Change = (api: AccountsApi) => Promise<{ bearer: string; body: object }>

const put = (change: Change): Row['ask'] => {
  return async (api) => ({ method: 'PUT', path: '/user', ...(await change(api)) })
}

export const userRows: Row[] = [
  {
    name: 'the same password',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: 'a long enough one' } })),
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  },
  {
    name: 'a short password',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: 'k3#tz' } })),
    ...weak,
    message: 'Password should be at least 6 characters.',
    extra: { weak_password: { reasons: ['length'] } },
  },
  {
    name: 'a common password',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: 'password1' } })),
    ...weak,
    extra: { weak_password: { reasons: ['pwned'] } },
  },
  {
    name: 'a password of more than 128 characters',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: `Qx7 ${'x'.repeat(125)}` } })),
    ...invalid,
  },
  {
    name: 'an address somebody has',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { email: (await api.account()).email } })),
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  },
  {
    name: 'no address',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { email: 'no address' } })),
    ...invalid,
    message: 'Unable to validate email address: invalid format',
  },
  ...[{ email: 'other@example.com' }, { password: newPassword }, { phone: '+447700900123' }].map(
    (body): Row => ({
      name: `${Object.keys(body)[0]}, with a second factor at the first level`,
      ask: put(async (api) => ({ bearer: (await withFactor(api, { verified: true })).access_token, body })),
      status: 401,
      code: 'insufficient_aal',
    }),
  ),
  {
    name: 'app_metadata',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { app_metadata: { role: 'admin' } } })),
    status: 403,
    code: 'not_admin',
  },
  {
    name: 'a wrong nonce',
    ask: async (api) => {
      const { access_token, email } = await signedIn(api)
      await done(api, { path: '/reauthenticate', bearer: access_token })
      const { code } = await emailSecrets(api, email)
      const body = { password: newPassword, nonce: code === '123456' ? '654321' : '123456' }
      return { method: 'PUT', path: '/user', bearer: access_token, body }
    },
    status: 422,
    code: 'reauthentication_not_valid',
  },
  {
    name: 'a nonce, and none was mailed',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: newPassword, nonce: '123456' } })),
    status: 422,
    code: 'reauthentication_not_valid',
  },
  {
    name: 'a wrong current password',
    ask: put(async (api) => ({ bearer: await bearer(api), body: { password: newPassword, current_password: 'x' } })),
    status: 400,
    code: 'current_password_invalid',
  },
  {
    name: 'reauthentication without address and phone',
    ask: async (api) => {
      const { id, access_token } = await signedIn(api)
      await run(api, `update auth.users set email = null where id = '${id}'`)
      return { path: '/reauthenticate', bearer: access_token }
    },
    ...invalid,
    message: 'Reauthentication requires the user to have an email or a phone number',
  },
  {
    name: 'logout of an unknown scope',
    ask: async (api) => ({ method: 'POST', path: '/logout?scope=everybody', bearer: await bearer(api) }),
    ...invalid,
  },
]

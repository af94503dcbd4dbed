import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from './error-table.ts'
import {
  asked,
  authCode,
  ban,
  bearer,
  done,
  freshAddress,
  inAnHour,
  lettersSecrets,
  newPassword,
  nobody,
  run,
  signedIn,
  type World,
  withFactor,
} from './error-world.ts'

const invalid = { status: 400, code: 'validation_failed' } as const
const challenge = 'x'.repeat(43)

const badChallenges: [string, object][] = [
  ['a challenge without a method', { code_challenge: challenge }],
  ['a method without a challenge', { code_challenge_method: 's256' }],
  ['a challenge of 42 characters', { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
  ['a challenge of 129 characters', { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' }],
  ['a challenge with other characters', { code_challenge: `${challenge}+/`, code_challenge_method: 's256' }],
  ['an unknown method', { code_challenge: challenge, code_challenge_method: 's512' }],
]

const badChallengeRows: Row[] = badChallenges.flatMap(([what, fields]) =>
  ['/signup', '/recover', '/resend', '/otp', '/magiclink'].map((path) => ({
    name: `${path}: ${what}`,
    ask: () => ({ path, body: { email: freshAddress(), password: newPassword, type: 'signup', ...fields } }),
    ...invalid,
  })),
)

const weak = { status: 422, code: 'weak_password' } as const

export const signUpRows: Row[] = [
  {
    name: 'confirmed already, where nothing is confirmed by letter',
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

const wrongCredentials = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' } as const
const password = '/token?grant_type=password'
const idToken = '/token?grant_type=id_token'

async function claimsOf(world: World, more: object = {}) {
  const { issuer, clientId } = await world.provider()
  const now = Math.floor(Date.now() / 1_000)
  const person = { sub: crypto.randomUUID(), email: freshAddress(), email_verified: true }
  return { iss: issuer, aud: clientId, iat: now, exp: inAnHour(), ...person, ...more }
}

function withIdToken(more: object, body: object = {}): Row['ask'] {
  return async (_, world) => {
    const id_token = await (await world.provider()).sign(await claimsOf(world, more))
    return { path: idToken, body: { provider: 'google', id_token, ...body } }
  }
}

const oauthForm = { status: 400, code: 'invalid request', form: 'oauth' } as const

const idTokenRows: Row[] = [
  {
    name: 'id_token: an unknown provider',
    ask: () => ({ path: idToken, body: { provider: 'nobody', id_token: 'a.b.c' } }),
    ...invalid,
  },
  {
    name: 'id_token: a provider that is off',
    ask: () => ({ path: idToken, body: { provider: 'apple', id_token: 'a.b.c' } }),
    status: 400,
    code: 'provider_disabled',
  },
  {
    name: 'id_token: none',
    ask: () => ({ path: idToken, body: { provider: 'google' } }),
    ...oauthForm,
    message: 'id_token required',
  },
  {
    name: 'id_token: no token of the provider',
    ask: () => ({ path: idToken, body: { provider: 'google', id_token: 'a.b.c' } }),
    ...oauthForm,
    message: 'Bad ID token',
  },
  {
    name: 'id_token: for somebody else',
    ask: withIdToken({ aud: 'another shop' }),
    ...oauthForm,
    message: /^Unacceptable audience in id_token: /,
  },
  {
    name: 'id_token: a nonce in the token alone',
    ask: withIdToken({ nonce: 'abc' }),
    ...oauthForm,
    message: 'Passed nonce and nonce in id_token should either both exist or not.',
  },
  {
    name: 'id_token: a nonce in the body alone',
    ask: withIdToken({}, { nonce: 'abc' }),
    ...oauthForm,
    message: 'Passed nonce and nonce in id_token should either both exist or not.',
  },
  {
    name: 'id_token: another nonce',
    ask: withIdToken({ nonce: 'abc' }, { nonce: 'abc' }),
    status: 400,
    code: 'invalid nonce',
    form: 'oauth',
    message: 'Nonces mismatch',
  },
  {
    name: 'id_token: an address the provider has not verified',
    ask: withIdToken({ email_verified: false }),
    status: 422,
    code: 'provider_email_needs_verification',
  },
  {
    name: 'id_token: sign-ups off',
    shop: 'closed',
    ask: withIdToken({}),
    status: 422,
    code: 'signup_disabled',
  },
  {
    name: 'id_token: an identity somebody has',
    ask: async (api, world) => {
      const id_token = await (await world.provider()).sign(await claimsOf(world))
      await done(api, { path: idToken, body: { provider: 'google', id_token } })
      const body = { provider: 'google', id_token, link_identity: true }
      return { path: idToken, bearer: await bearer(api), body }
    },
    status: 422,
    code: 'identity_already_exists',
  },
]

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

export const mailRows: Row[] = [
  { name: 'recover: no address', ask: () => ({ path: '/recover', body: {} }), ...invalid },
  ...[undefined, 'recovery', 'magiclink', 'invite', 'toString'].map(
    (type): Row => ({
      name: `resend: type ${type}`,
      ask: () => ({ path: '/resend', body: { email: freshAddress(), type } }),
      ...invalid,
    }),
  ),
  ...['sms', 'phone_change'].map(
    (type): Row => ({
      name: `resend ${type}: no telephone number`,
      ask: () => ({ path: '/resend', body: { phone: 'my phone', type } }),
      ...invalid,
    }),
  ),
  {
    name: 'resend signup: a phone',
    ask: () => ({ path: '/resend', body: { phone: '+447700900123', type: 'signup' } }),
    ...invalid,
  },
  {
    name: 'resend sms: an address',
    ask: () => ({ path: '/resend', body: { email: freshAddress(), type: 'sms' } }),
    ...invalid,
  },
  { name: 'otp: neither address nor phone', ask: () => ({ path: '/otp', body: {} }), ...invalid },
  {
    name: 'otp: both',
    ask: () => ({ path: '/otp', body: { email: freshAddress(), phone: '+447700900123' } }),
    ...invalid,
  },
  {
    name: 'otp: an unknown address, and no account is wanted',
    ask: () => ({ path: '/otp', body: { email: freshAddress(), create_user: false } }),
    status: 422,
    code: 'otp_disabled',
    message: 'Signups not allowed for otp',
  },
  {
    name: 'otp: sign-ups off',
    shop: 'closed',
    ask: () => ({ path: '/otp', body: { email: freshAddress() } }),
    status: 422,
    code: 'signup_disabled',
  },
  {
    name: 'otp: by phone',
    ask: () => ({ path: '/otp', body: { phone: '+447700900123', channel: 'sms' } }),
    status: 400,
    code: 'phone_provider_disabled',
  },
]

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
      const { code } = await lettersSecrets(api, email)
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

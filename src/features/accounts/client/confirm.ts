import type { VerifyOtpParams } from '@supabase/supabase-js'
import { type AuthResult, callAuth, claimsIn } from './auth-client.ts'

const types = ['signup', 'invite', 'recovery', 'magiclink', 'email_change'] as const

/** The parameters of a link in an e-mail. */
export type MailLink = {
  token: string
  type: (typeof types)[number]
  /** The page to open afterwards: a path of this site. */
  redirectTo: string
  /** Whether the user types a password: the earlier one is kept only if typed again, otherwise a new one is set. */
  wantsPassword: boolean
}

const withPassword: readonly string[] = ['signup', 'invite', 'recovery']

/** Reads the link from a query (`token_hash`, `type`, `redirect_to`); null for an unknown one. */
export function readMailLink(search: string): MailLink | null {
  const query = new URLSearchParams(search)
  const token = query.get('token_hash') ?? ''
  const type = types.find((known) => known === query.get('type'))
  if (!type || !/^[\w-]{16,200}$/.test(token)) return null
  const wantsPassword = withPassword.includes(type) || query.get('set_password') === '1'
  return { token, type, redirectTo: query.get('redirect_to') ?? '/', wantsPassword }
}

/** Whether the server must follow the link: it ends in a PKCE code for the browser that requested the e-mail. */
export function isFollowedAtServer({ token }: MailLink): boolean {
  return token.startsWith('pkce_')
}

export function addressAtServer({ token, type, redirectTo }: MailLink): string {
  return `/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
}

/** Redeems the code of an e-mail, for a new account or a forgotten password. */
export async function redeemCode(email: string, code: string): Promise<AuthResult<Redeemed>> {
  return redeemedBy({ email, token: code, type: 'email' })
}

/** The result of a link or code. `half`: the first of two confirmations of a new address, which signs no user in. */
export type Redeemed = 'signed-in' | 'half'

export async function redeem({ token, type }: MailLink): Promise<AuthResult<Redeemed>> {
  return redeemedBy({ token_hash: token, type })
}

async function redeemedBy(shown: VerifyOtpParams): Promise<AuthResult<Redeemed>> {
  const { value, problem } = await callAuth<{ session: object | null }>((auth) => auth.verifyOtp(shown))
  return problem ? { problem } : { value: value.session ? 'signed-in' : 'half' }
}

/** Sets the password of the signed-in user. Accepts the current password. */
export async function setPassword(password: string): Promise<AuthResult<unknown>> {
  const set = await callAuth<unknown>((auth) => auth.updateUser({ password }))
  return set.problem?.code === 'same_password' ? { value: null } : set
}

/**
 * A session that a recovery link carried in the URL and that is not stored yet; `email`: the address of its account.
 */
export type CarriedSession = { accessToken: string; refreshToken: string; email: string }

/** The session in the fragment of a recovery link, for links that carry one; otherwise null. */
export function readCarriedSession(hash: string): CarriedSession | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const [accessToken, refreshToken] = [params.get('access_token'), params.get('refresh_token')]
  if (params.get('type') !== 'recovery' || !accessToken || !refreshToken) return null
  return { accessToken, refreshToken, email: String(claimsIn(accessToken).email ?? '') }
}

/** Stores the session, after the user has confirmed it by choosing a password. */
export function storeSession({ accessToken, refreshToken }: CarriedSession): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))
}

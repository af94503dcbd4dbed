import type { VerifyOtpParams } from '@supabase/supabase-js'
import { type AuthResult, callAuth } from './auth-client.ts'

const types = ['signup', 'invite', 'recovery', 'magiclink', 'email_change'] as const

/** What a letter's link says. */
export type MailLink = {
  token: string
  type: (typeof types)[number]
  /** Where to go afterwards; a page of this site or its root. */
  redirectTo: string
  /** Whether a password is to be typed: the one chosen before survives only so, or a new one is set. */
  wantsPassword: boolean
}

const withPassword: readonly string[] = ['signup', 'invite', 'recovery']

/** The link in a query (`token_hash`, `type`, `redirect_to`); null where there is none we know. */
export function readMailLink(search: string): MailLink | null {
  const query = new URLSearchParams(search)
  const token = query.get('token_hash') ?? ''
  const type = types.find((known) => known === query.get('type'))
  if (!type || !/^[\w-]{16,200}$/.test(token)) return null
  const wantsPassword = withPassword.includes(type) || query.get('set_password') === '1'
  return { token, type, redirectTo: query.get('redirect_to') ?? '/', wantsPassword }
}

/** A link whose way ends in a code for the very browser that asked for the letter, so it is followed at the server. */
export function isFollowedAtServer({ token }: MailLink): boolean {
  return token.startsWith('pkce_')
}

export function addressAtServer({ token, type, redirectTo }: MailLink): string {
  return `/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
}

/** Uses up the code that stands in a letter beside its link, for a new account or a forgotten password. */
export async function redeemCode(email: string, code: string): Promise<AuthResult<Redeemed>> {
  return redeemedBy({ email, token: code, type: 'email' })
}

/** What a link or code did: `half` is the first of the two answers a change of address needs, which signs nobody in. */
export type Redeemed = 'signed-in' | 'half'

/** Uses the link up. */
export async function redeem({ token, type }: MailLink): Promise<AuthResult<Redeemed>> {
  return redeemedBy({ token_hash: token, type })
}

async function redeemedBy(shown: VerifyOtpParams): Promise<AuthResult<Redeemed>> {
  const { value, problem } = await callAuth<{ session: object | null }>((auth) => auth.verifyOtp(shown))
  return problem ? { problem } : { value: value.session ? 'signed-in' : 'half' }
}

/** Sets the password of whoever is signed in. That it is the one she has already is fine. */
export async function setPassword(password: string): Promise<AuthResult<unknown>> {
  const set = await callAuth<unknown>((auth) => auth.updateUser({ password }))
  return set.problem?.code === 'same_password' ? { value: null } : set
}

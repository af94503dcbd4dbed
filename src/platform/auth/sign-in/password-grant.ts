import type { Context } from 'hono'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { findAccount, findAccountByEmail, setUser } from '../account/account.ts'
import { type Agent, agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { captchaField, requireCaptcha } from '../captcha.ts'
import { hashQueued, needsRehash } from '../passwords/password.ts'
import { findWeakness } from '../passwords/validate-password.ts'
import { optionalText, readBody } from '../read-body.ts'
import { openSession, type SessionResponse } from '../sessions/open-session.ts'
import { countAttempt, resetFailures, verifyCounted } from './login-throttle.ts'

const body = z.object({ email: optionalText, phone: optionalText, password: z.string().nullish(), ...captchaField })

/** `grant_type=password`. Refuses 400 `phone_provider_disabled`: accounts have no telephone sign-in here. */
export async function passwordGrant(deps: AuthDeps, c: Context<Env>): Promise<SessionResponse> {
  const { email, phone, password, ...security } = await readBody(c, body)
  await requireCaptcha(deps, c, security)
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw invalid('missing email or phone')
  // The form in which an account's address is stored; an invalid address is looked up too, without a result.
  const address = (typedAddress(email) ?? email.trim()).toLowerCase()
  return signInWithPassword(deps, { email: address, password: password ?? '', agent: agentOf(c) })
}

const passwordExpired =
  'a generated password that has expired was refused: “Forgotten your password?” sets a new one by e-mail, or run: npm run admin -- password EMAIL'

type SignIn = { email: string; password: string; agent: Agent }

/**
 * A session for an address, in lower case, and its password. Refuses 400 `invalid_credentials` with the same text and
 * after the same work whether the address or only its password is wrong; 429 `over_request_rate_limit` during the
 * delay; and only with the right password 400 `user_banned` and 400 `email_not_confirmed`. A password that the present
 * rules would refuse is accepted and reported as `weak_password`. In a live shop a generated password is a wrong one
 * after its days; the clock of a rehearsal jumps.
 */
async function signInWithPassword(deps: AuthDeps, signIn: SignIn): Promise<SessionResponse> {
  const { password, agent } = signIn
  // No account has a longer address; one costs the same work as any other.
  const email = signIn.email.slice(0, 256)
  const { account, attempt } = await deps.db.asService(async (tx) => {
    const found = await findAccountByEmail(tx, email)
    return {
      account: found,
      attempt: await countAttempt(deps, tx, { email, userId: found?.user.id ?? null, agent }),
    }
  })
  const hash = account?.user.encrypted_password || null
  const isRight = await verifyCounted(deps, { password, hash, attempt })
  if (!account || !hash || !isRight) {
    await deps.db.asService((tx) => recordFailure(tx, account?.user.id ?? null, agent))
    throw wrongCredentials()
  }
  const stronger = needsRehash(hash) ? await rehash(password) : null
  const outcome = await deps.db.asService(async (tx) => {
    // The account before its counter, as in a change of the password: in the other order the two would deadlock.
    const present = await findAccount(tx, account.user.id, { lock: true })
    await resetFailures(tx, attempt)
    // The password was changed during the verification, so the verified one is no longer valid.
    if (present?.user.encrypted_password !== hash) return wrongCredentials()
    if (deps.live && present.isPasswordExpired) {
      deps.log.warn({ user: present.user.id }, passwordExpired)
      await recordFailure(tx, present.user.id, agent)
      return wrongCredentials()
    }
    if (present.isBanned) return new AuthError(400, 'user_banned', 'User is banned')
    if (!present.user.email_confirmed_at && !deps.settings.unverifiedSignIn)
      return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    if (stronger) await setUser(tx, account.user.id, { encrypted_password: stronger })
    return openSession(deps, tx, { userId: account.user.id, method: 'password', agent })
  })
  // Refused after the commit, so that a right password resets its counter in any case.
  if (outcome instanceof AuthError) throw outcome
  const weak_password = await findWeakness(deps, { password, email, isStaff: account.staffRole !== null })
  return weak_password ? { ...outcome, weak_password } : outcome
}

function recordFailure(tx: Tx, userId: string | null, agent: Agent): Promise<void> {
  return recordAuthEvent(tx, { action: 'login_failed', userId, agent, details: { method: 'password' } })
}

/** Null when too many calls wait for a hash: the next sign-in tries again. */
async function rehash(password: string): Promise<string | null> {
  try {
    return await hashQueued(password)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

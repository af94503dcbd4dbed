import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { findAccount, findAccountByEmail, isBanned } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { findWeakness, isTooLong } from '../passwords/judge-password.ts'
import { needsRehash } from '../passwords/password.ts'
import { hashQueued, verifyQueued } from '../passwords/password-queue.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionAnswer } from '../sessions/session-answer.ts'
import { forgetFailures, giveTryBack, sweepFailures, type Try, takeTry } from './guessing.ts'

export type SignIn = { email: string; password: string; agent: Agent }

/**
 * A session for an address, in lower case, and its password. Refuses 400 `invalid_credentials` with the same text and
 * after the same work whether the address or only its password is unknown; 429 `over_request_rate_limit` during the
 * delay; and only with the right password 400 `user_banned` and 400 `email_not_confirmed`. A password that would be
 * refused today is accepted and reported as `weak_password`.
 */
export async function signInWithPassword(accounts: AuthDeps, signIn: SignIn): Promise<SessionAnswer> {
  const { password, agent } = signIn
  // No account has a longer address; one costs the same work as any other.
  const email = signIn.email.slice(0, 256)
  const { account, attempt } = await accounts.db.asService(async (tx) => {
    const found = await findAccountByEmail(tx, email)
    return { account: found, attempt: await takeTry(accounts, tx, { email, userId: found?.user.id ?? null, agent }) }
  })
  const hash = account?.user.encrypted_password || null
  const isRight = await isPassword(accounts, { password, hash, attempt })
  if (!account || !hash || !isRight) {
    await noteFailure(accounts, account?.user.id ?? null, agent)
    throw wrongCredentials()
  }
  const stronger = needsRehash(hash) ? await hashAnew(password) : null
  const outcome = await accounts.db.asService(async (tx) => {
    await forgetFailures(tx, attempt)
    const present = await findAccount(tx, account.user.id, { lock: true })
    // Changed during the verification: the verified one is no longer the password.
    if (present?.user.encrypted_password !== hash) return wrongCredentials()
    if (await isBanned(tx, present.user)) return new AuthError(400, 'user_banned', 'User is banned')
    if (!present.user.email_confirmed_at && !accounts.settings.unverifiedSignIn)
      return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    if (stronger) await keepHash(tx, account.user.id, stronger)
    return openSession(accounts, tx, { userId: account.user.id, method: 'password', agent })
  })
  // Refused after the commit, so that a right password resets its counter in any case.
  if (outcome instanceof AuthError) throw outcome
  const weak_password = await findWeakness(accounts, { password, email, isAdmin: account.isAdmin })
  return weak_password ? { ...outcome, weak_password } : outcome
}

async function isPassword(
  { db }: AuthDeps,
  { password, hash, attempt }: { password: string; hash: string | null; attempt: Try },
): Promise<boolean> {
  // No account has one as long; hashing a megabyte would be wasted work.
  const isPossible = !isTooLong(password)
  try {
    return await verifyQueued(isPossible ? password : '', isPossible ? hash : null)
  } catch (error) {
    await db.asService((tx) => giveTryBack(tx, attempt))
    throw error
  }
}

let failures = 0

async function noteFailure({ db }: AuthDeps, userId: string | null, agent: Agent): Promise<void> {
  failures += 1
  await db.asService(async (tx) => {
    await recordAuthEvent(tx, { action: 'login_failed', userId, agent, details: { method: 'password' } })
    if (failures % 200 === 0) await sweepFailures(tx)
  })
}

/** Null when too many wait for a hash: the next sign-in will do. */
async function hashAnew(password: string): Promise<string | null> {
  try {
    return await hashQueued(password)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

async function keepHash(tx: Tx, id: string, hash: string): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: hash, updated_at: sql<Date>`public.shop_now()` })
    .where('id', '=', id)
    .execute()
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account, User } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { isTooLong, judgePassword } from '../passwords/judge-password.ts'
import { hashQueued, verifyQueued } from '../passwords/password-queue.ts'
import { queueAuthLetter } from '../queue-auth-letter.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { forgetFailures, giveTryBack, type Try, takeTry } from '../sign-in/guessing.ts'

/** A password that may be set, and the hash it was judged against: null where the account had none. */
export type NewPassword = { hash: string; insteadOf: string | null; tried: Try | null }

type Typed = { password?: string | null | undefined; current_password?: string | undefined }

/**
 * Judges and hashes what somebody wants for a password; null where she wants none. A current password that she sends along
 * must be hers, for whatever she changes. Refuses 400 `current_password_invalid`, 422 `weak_password`, 422 `same_password`.
 */
export async function prepareNewPassword(
  accounts: AuthDeps,
  { account, agent, password, current_password: current }: Typed & { account: Account; agent: Agent },
): Promise<NewPassword | null> {
  const { user, isAdmin } = account
  const insteadOf = user.encrypted_password || null
  if (current !== undefined) await verifyCurrent(accounts, { user, agent, password: current })
  if (typeof password !== 'string') return null
  await judgePassword(accounts, { password, ...(user.email && { email: user.email }), isAdmin })
  // Counted until it is changed: with a change that is always refused one could ask for the old one over and over.
  const tried = insteadOf && current === undefined ? await takeTryOf(accounts, user, agent) : null
  try {
    if (insteadOf && (await verifyQueued(password, insteadOf))) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    return { hash: await hashQueued(password), insteadOf, tried }
  } catch (error) {
    const isTurnedAway = error instanceof AuthError && error.status === 429
    if (tried && isTurnedAway) await accounts.db.asService((tx) => giveTryBack(tx, tried))
    throw error
  }
}

function takeTryOf(accounts: AuthDeps, user: User, agent: Agent): Promise<Try> {
  return accounts.db.asService((tx) => takeTry(accounts, tx, { email: user.email ?? user.id, userId: user.id, agent }))
}

/** Counted as tries to sign in are: whoever finds a session left open must not find the password with it. */
async function verifyCurrent(
  accounts: AuthDeps,
  { user, agent, password }: { user: User; agent: Agent; password: string },
): Promise<void> {
  const tried = await takeTryOf(accounts, user, agent)
  // No account has one as long; hashing a megabyte would be work for nothing.
  const isPossible = !isTooLong(password)
  const hash = (isPossible && user.encrypted_password) || null
  const fits = await verifyQueued(isPossible ? password : '', hash).catch(async (error: unknown) => {
    await accounts.db.asService((tx) => giveTryBack(tx, tried))
    throw error
  })
  if (!fits) throw new AuthError(400, 'current_password_invalid', 'Current password is not the right one')
  await accounts.db.asService((tx) => forgetFailures(tx, tried))
}

/**
 * Sets a password on an account whose row is locked. Everything that the old one may have opened ends: all sessions but the
 * caller's, and all that was mailed, a pending change of address among it. Her confirmed address is told.
 * Refuses 409 `conflict` where the account has another password by now than the one that was judged against.
 */
export async function changePassword(
  accounts: AuthDeps,
  tx: Tx,
  {
    account,
    sessionId,
    agent,
    hash,
    insteadOf,
    tried,
  }: NewPassword & { account: Account; sessionId: string | null; agent: Agent },
): Promise<void> {
  const { id, email, email_confirmed_at, encrypted_password } = account.user
  if ((encrypted_password || null) !== insteadOf) {
    throw new AuthError(409, 'conflict', 'The password was changed at the same moment. Please try again.')
  }
  const { now } = await tx
    .updateTable('auth.users')
    .set({
      encrypted_password: hash,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      reauthentication_sent_at: null,
      email_change: '',
      email_change_sent_at: null,
      email_change_confirm_status: 0,
      updated_at: sql<Date>`public.shop_now()`,
    })
    .where('id', '=', id)
    .returning(sql<Date>`public.shop_now()`.as('now'))
    .executeTakeFirstOrThrow()
  if (tried) await forgetFailures(tx, tried)
  await voidTokens(tx, id)
  await endSessions(tx, id, { except: sessionId ?? undefined })
  await recordAuthEvent(tx, { action: 'user_updated_password', userId: id, agent })
  // An address nobody has confirmed may be a stranger's, who is told nothing of this account; and a first password, set
  // on the page of a mailed link, is no news to whoever reads that mailbox.
  if (!email || !email_confirmed_at || insteadOf === null) return
  const data = { at: now.toISOString(), device: agent.userAgent }
  await queueAuthLetter(accounts, tx, { kind: 'password_changed', userId: id, recipient: email, data })
}

import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Account, User } from '../account/account.ts'
import { type Agent, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { unlinkForeignIdentities } from '../oauth/identities.ts'
import { hashQueued, verifyQueued } from '../passwords/password.ts'
import { validatePassword } from '../passwords/validate-password.ts'
import { queueAuthEmail } from '../queue-auth-email.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import {
  type AttemptCounter,
  countAttempt,
  refundAttempt,
  resetFailures,
  verifyCounted,
} from '../sign-in/login-throttle.ts'

/** An accepted password, and the hash it was compared with: null where the account had none. */
type NewPassword = { hash: string; insteadOf: string | null; tried: AttemptCounter | null }

type Typed = { password?: string | null | undefined; current_password?: string | undefined }

/**
 * Validates and hashes a new password; null without one. A current password sent along must be right, for any change.
 * Refuses 400 `current_password_invalid`, 422 `weak_password`, 422 `same_password`.
 */
export async function prepareNewPassword(
  deps: AuthDeps,
  { account, agent, password, current_password: current }: Typed & { account: Account; agent: Agent },
): Promise<NewPassword | null> {
  const { user, staffRole } = account
  const insteadOf = user.encrypted_password || null
  if (current !== undefined) await verifyCurrent(deps, { user, agent, password: current })
  if (typeof password !== 'string') return null
  await validatePassword(deps, { password, ...(user.email && { email: user.email }), isStaff: staffRole !== null })
  // Counted until the change succeeds: a change that is always refused would allow repeated guesses at the old one.
  const tried = insteadOf && current === undefined ? await countAttemptOf(deps, user, agent) : null
  try {
    if (insteadOf && (await verifyQueued(password, insteadOf))) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    return { hash: await hashQueued(password), insteadOf, tried }
  } catch (error) {
    const isTurnedAway = error instanceof AuthError && error.status === 429
    if (tried && isTurnedAway) await deps.db.asService((tx) => refundAttempt(tx, tried))
    throw error
  }
}

function countAttemptOf(deps: AuthDeps, { id, email }: User, agent: Agent): Promise<AttemptCounter> {
  return deps.db.asService((tx) => countAttempt(deps, tx, { email: email ?? id, userId: id, agent }))
}

/** Counted like sign-ins: an attacker in an open session must not find the password. */
async function verifyCurrent(
  deps: AuthDeps,
  { user, agent, password }: { user: User; agent: Agent; password: string },
): Promise<void> {
  const tried = await countAttemptOf(deps, user, agent)
  const hash = user.encrypted_password || null
  if (!(await verifyCounted(deps, { password, hash, attempt: tried })))
    throw new AuthError(400, 'current_password_invalid', 'Current password is not the right one')
  await deps.db.asService((tx) => resetFailures(tx, tried))
}

/**
 * Sets a password on an account whose row is locked. Everything that the old one may have opened ends: all sessions but
 * the caller's, and all earlier e-mails, a pending change of address among them. The confirmed address gets an e-mail.
 * Refuses 409 `conflict` if the password was changed since the validation.
 */
export async function changePassword(
  deps: AuthDeps,
  tx: Tx,
  change: NewPassword & { account: Account; sessionId: string | null; agent: Agent },
): Promise<void> {
  const { account, sessionId, agent, hash, insteadOf, tried } = change
  const { id, email, email_confirmed_at, encrypted_password } = account.user
  if ((encrypted_password || null) !== insteadOf) {
    throw new AuthError(409, 'conflict', 'The password was changed at the same moment. Please try again.')
  }
  const { now } = await tx
    .updateTable('auth.users')
    .set({
      encrypted_password: hash,
      password_expires_at: null,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      reauthentication_sent_at: null,
      email_change: '',
      email_change_sent_at: null,
      email_change_confirm_status: 0,
      updated_at: shopNow,
    })
    .where('id', '=', id)
    .returning(shopNow.as('now'))
    .executeTakeFirstOrThrow()
  if (tried) await resetFailures(tx, tried)
  await voidTokens(tx, id)
  await endSessions(tx, id, { except: sessionId ?? undefined })
  await unlinkForeignIdentities(tx, id)
  await recordAuthEvent(tx, { action: 'user_updated_password', userId: id, agent })
  // An unconfirmed address may be a stranger's and gets nothing; and the owner of the mailbox set a first password on
  // the page of an e-mailed link, so it needs no notice.
  if (!email || !email_confirmed_at || insteadOf === null) return
  const data = { at: now.toISOString(), device: agent.userAgent }
  await queueAuthEmail(deps, tx, { kind: 'password_changed', userId: id, recipient: email, data })
}

import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, findAccountByEmail } from '../account/account.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { recordVerifiedEmail } from './email-identity.ts'
import { voidTokens } from './one-time-tokens.ts'

type Confirmed = { account: Account; agent: Agent; keepFlow: string }

/**
 * One of an account's two addresses confirmed the change. The first confirmation is only recorded (`half`); the second
 * changes the address and ends every session and everything else pending. An account without a confirmed address needs
 * only the new one's confirmation, which confirms the account. Refuses 422 `email_exists` where the address was taken
 * meanwhile.
 */
export async function changeEmail(
  accounts: AuthDeps,
  tx: Tx,
  { account, agent, keepFlow }: Confirmed,
): Promise<'half' | 'done'> {
  const { user } = account
  const email = user.email_change
  if (!email) throw new Error('No change of address is asked for')
  if (user.email && user.email_confirmed_at && user.email_change_confirm_status !== 1) {
    await tx.updateTable('auth.users').set({ email_change_confirm_status: 1 }).where('id', '=', user.id).execute()
    return 'half'
  }
  const other = await findAccountByEmail(tx, email)
  if (other && other.user.id !== user.id) throw emailExists()
  await mapTakenErrors(
    user.email_confirmed_at
      ? swap(tx, { userId: user.id, email, keepFlow })
      : confirmEmail(accounts, tx, { account, agent, email, keepFlow }),
  )
  await recordAuthEvent(tx, { action: 'user_modified', userId: user.id, agent, details: { changed: 'email' } })
  return 'done'
}

async function swap(tx: Tx, { userId, email, keepFlow }: { userId: string; email: string; keepFlow: string }) {
  await tx
    .updateTable('auth.users')
    .set({
      email,
      email_confirmed_at: sql<Date>`public.shop_now()`,
      email_change: '',
      email_change_confirm_status: 0,
      updated_at: sql<Date>`public.shop_now()`,
    })
    .where('id', '=', userId)
    .execute()
  await recordVerifiedEmail(tx, { userId, email })
  await endSessions(tx, userId)
  await voidTokens(tx, userId, { keepFlow })
}

/** Another account may take the address between the check and the write; only the database detects it. */
async function mapTakenErrors(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw emailExists(error)
    throw error
  }
}

function emailExists(cause?: unknown): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered', { cause })
}

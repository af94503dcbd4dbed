import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, findAccountByEmail } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { recordVerifiedEmail } from '../mail-links/email-identity.ts'
import type { Challenge } from '../mail-links/flows.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'

type EmailChange = { account: Account; email: string; redirectTo: string; challenge: Challenge | null }

/**
 * Begins to change the address of an account whose row is locked; `email` in lower case. Nothing changes until the new
 * address is confirmed, and the old one too where it is confirmed: an attacker in an open session must not take the
 * account. Without confirmation e-mails it changes at once. Refuses 422 `email_exists`, which tells that the address has
 * an account, and 429 while either address had such an e-mail within a minute.
 */
export async function requestEmailChange(accounts: AuthDeps, tx: Tx, change: EmailChange): Promise<void> {
  const { account, email } = change
  if (await findAccountByEmail(tx, email)) throw emailExists()
  if (accounts.settings.autoconfirm) return setEmail(tx, account, email)
  // In one order, whichever is old and whichever new: two changes must not deadlock.
  for (const address of [account.user.email ?? '', email].filter(Boolean).sort()) {
    await throttleAuthEmail(accounts, tx, { kind: 'email_change', address })
  }
  await sendEmailChangeLinks(accounts, tx, change)
}

/** The e-mails of a change: to the new address, and to the old one if it is confirmed. */
export async function sendEmailChangeLinks(
  accounts: AuthDeps,
  tx: Tx,
  { account, email: newEmail, redirectTo, challenge }: EmailChange,
): Promise<void> {
  const how = { account, redirectTo, challenge }
  const { email, email_confirmed_at } = account.user
  if (email && email_confirmed_at) {
    const data = { which: 'current', newEmail }
    await sendLink(accounts, tx, { ...how, purpose: 'email_change_current', address: email, data })
  }
  // Without a confirmed address before, confirming this one removes the password.
  const data = { which: 'new', newEmail, ...(!email_confirmed_at && { setPassword: 'yes' }) }
  await sendLink(accounts, tx, { ...how, purpose: 'email_change_new', address: newEmail, data })
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

async function setEmail(tx: Tx, { user: { id } }: Account, email: string): Promise<void> {
  const now = sql<Date>`public.shop_now()`
  await tx
    .updateTable('auth.users')
    .set({ email, email_confirmed_at: now, email_change: '', email_change_confirm_status: 0, updated_at: now })
    .where('id', '=', id)
    .execute()
  await recordVerifiedEmail(tx, { userId: id, email })
}

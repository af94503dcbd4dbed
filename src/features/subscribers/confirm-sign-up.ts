import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { ConfirmLinks } from './confirm-link.ts'

/**
 * Confirms a sign-up by its e-mail link: the address gets e-mail from now on, and earlier objections are removed. A
 * second press changes nothing. Refuses bad_request for a token that was not sent to the sign-up's current address, and
 * conflict for an objection made after the e-mail was sent.
 */
export async function confirmSignUp(tx: Tx, confirmLinks: ConfirmLinks, token: string): Promise<void> {
  const id = confirmLinks.idIn(token)
  const row = id
    ? await tx
        .selectFrom('email_signups')
        .select(['id', 'email', 'confirmed_at', 'unsubscribed_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row || !confirmLinks.isFor(token, row.email))
    throw new AppError('bad_request', 'This link doesn’t match a sign-up.')
  if (row.unsubscribed_at)
    throw new AppError('conflict', 'You’ve unsubscribed since this e-mail. Please sign up again.')
  if (row.confirmed_at) return
  // The objection is deleted first, so that the following statements do not see it.
  await sql`delete from private.suppressions where address_hash = private.address_hash(${row.email})`.execute(tx)
  await tx
    .updateTable('email_signups')
    .set({ confirmed_at: sql<Date>`public.shop_now()` })
    .where('id', '=', row.id)
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { ConfirmLinks } from './confirm-link.ts'

/**
 * She says by the letter's link that it was she who signed up: from now on she is written to, whatever no stood against
 * her address before. Once is enough, and a second press changes nothing. Refuses bad_request for a token that was not
 * sent to the sign-up's present address, conflict where she said no since the letter left.
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
  if (!row || !confirmLinks.isFor(token, row.email)) throw new AppError('bad_request', 'This link confirms no sign-up.')
  if (row.unsubscribed_at) throw new AppError('conflict', 'You have said no since this letter. Please sign up again.')
  if (row.confirmed_at) return
  // First the no, so that what follows finds it gone.
  await sql`delete from private.suppressions where address_hash = private.address_hash(${row.email})`.execute(tx)
  await tx
    .updateTable('email_signups')
    .set({ confirmed_at: sql<Date>`public.shop_now()` })
    .where('id', '=', row.id)
    .execute()
}

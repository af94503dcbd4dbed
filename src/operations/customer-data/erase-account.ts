import { sql } from 'kysely'
import { getOwnSession, type OwnSession, requireFresh, requireSecondFactor } from '#features/accounts/own-session.ts'
import { eraseReviewsOf } from '#features/reviews/writing/buyer-reviews.ts'
import { eraseAddress } from '#features/subscribers/erase-address.ts'
import { eraseWaitlist } from '#features/waitlist/waitlist-queries.ts'
import { keepOneAdministrator } from '#platform/auth/administrators.ts'
import { recordAuthEvent } from '#platform/auth/audit.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import { deleteUnpaidCheckouts, eraseOrderDetails, redactOrderAudit } from './erase-order-details.ts'

/** The text to type where an account has no address. */
const confirmationWithoutAddress = 'erase'

/**
 * Erases an account and all data that belongs to its person alone, in one transaction: the account with its sessions,
 * factors and identities, the subscriber data of its address, e-mails, messages, notes, unpaid checkouts, reviews, and
 * of orders what no tax record needs (`eraseOrderDetails`), in the audit log too. Orders stay with name and address, as
 * the tax law requires, and no longer name an account. Refuses bad_request
 * where `confirm` is not its address, forbidden with `details.reason`: `second_factor`, `sign_in_again`,
 * `last_administrator`.
 */
export async function eraseAccount(
  tx: Tx,
  { claims, confirm, requestId }: { claims: Claims & { sub: string }; confirm: string; requestId: string },
): Promise<void> {
  const session = await getOwnSession(tx, claims, { lock: true })
  requireSecondFactor(session)
  requireFresh(session)
  if (confirm.trim().toLowerCase() !== (session.email ?? confirmationWithoutAddress)) {
    throw fieldError('confirm', 'That isn’t the address of this account.')
  }
  await keepOneAdministrator(tx, session.userId)
  await deleteUnpaidCheckouts(tx, sql<boolean>`o.user_id = ${session.userId}`)
  const orderIds = await lockOrders(tx, session)
  await removeEmails(tx, session)
  await eraseOrderDetails(tx, orderIds, 'Erased with the account.')
  const { rows: reviews } = await sql<{ id: string }>`
    select id from public.reviews where order_id = any(${orderIds}::uuid[])`.execute(tx)
  await eraseReviewsOf(tx, session.userId)
  if (session.emailVerified && session.email) {
    await eraseWaitlist(tx, session.email.toLowerCase())
    await eraseAddress(tx, session.email)
  }
  // Sessions, tokens, factors, identities, roles and known devices are deleted with it; orders lose the reference.
  await tx.deleteFrom('auth.users').where('id', '=', session.userId).execute()
  // Last: the changes above are in the log too.
  await redactOrderAudit(tx, [...orderIds, ...reviews.map(({ id }) => id)])
  await sql`select private.redact_audit_networks(${session.userId})`.execute(tx)
  // The account's id, without its address or network.
  const agent = { ip: 'local', userAgent: '', requestId }
  await recordAuthEvent(tx, { action: 'user_deleted', userId: session.userId, agent, details: { by: 'herself' } })
}

/** Orders are locked before their refunds, as everywhere. */
async function lockOrders(tx: Tx, { userId }: OwnSession): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from public.pre_orders where user_id = ${userId} order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** E-mails that no order needs: those of the account, and, for a verified address, all that were sent to it. */
async function removeEmails(tx: Tx, { userId, email, emailVerified }: OwnSession): Promise<void> {
  const address = emailVerified ? email : null
  await sql`delete from private.mailbox m
    where not exists (select from private.outbox o where o.message_id = m.message_id and o.order_id is not null)
      and (lower(m.recipient) = ${address}
        or m.recipient in (select '+' || f.phone from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified')
        or exists (select from private.outbox o where o.message_id = m.message_id and (o.data ->> 'userId' = ${userId}
          or (o.kind = 'contact_message' and lower(o.data ->> 'email') = ${address}))))
    `.execute(tx)
  await sql`delete from private.outbox o
    where o.order_id is null and (lower(o.recipient) = ${address} or o.data ->> 'userId' = ${userId}
      or (o.kind = 'contact_message' and lower(o.data ->> 'email') = ${address}))`.execute(tx)
}

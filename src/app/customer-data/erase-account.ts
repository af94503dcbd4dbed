import { sql } from 'kysely'
import { getOwnSession, type OwnSession, requireFresh, requireSecondFactor } from '#features/accounts/own-session.ts'
import { eraseReviewsOf } from '#features/reviews/writing/save-review.ts'
import { eraseAddress } from '#features/subscribers/erase-address.ts'
import { eraseWaitlist } from '#features/waitlist/waitlist-data.ts'
import { keepOneAdministrator } from '#platform/auth/administrators.ts'
import { recordAuthEvent } from '#platform/auth/audit.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** The text to type where an account has no address. */
const confirmationWithoutAddress = 'erase'

/**
 * Erases an account and all data that belongs to its person alone, in one transaction: the account with its sessions,
 * factors and identities, the subscriber data of its address, e-mails, messages, notes, unpaid checkouts, reviews, and
 * the measurements, heights and gift notes of orders. Orders stay, as the tax law requires, and no longer name an account. Refuses bad_request
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
    throw new AppError('bad_request', 'That isn’t the address of this account.', { details: { field: 'confirm' } })
  }
  await keepOneAdministrator(tx, session.userId)
  await removeUnpaidCheckouts(tx, session)
  await removeEmails(tx, session)
  await removeNotesOnRefunds(tx, session)
  await removePrivateDetails(tx, session)
  await eraseReviewsOf(tx, session.userId)
  if (session.emailVerified && session.email) {
    await eraseWaitlist(tx, session.email.toLowerCase())
    await eraseAddress(tx, session.email)
  }
  // Sessions, tokens, factors, identities, roles and known devices are deleted with it; orders lose the reference.
  await tx.deleteFrom('auth.users').where('id', '=', session.userId).execute()
  // The account's id, without its address or network.
  const agent = { ip: 'local', userAgent: '', requestId }
  await recordAuthEvent(tx, { action: 'user_deleted', userId: session.userId, agent, details: { by: 'herself' } })
}

/**
 * Only checkouts that can no longer be paid and never had a payment, not even a refunded one: a payment needs its
 * order.
 */
async function removeUnpaidCheckouts(tx: Tx, { userId }: OwnSession): Promise<void> {
  await tx
    .deleteFrom('pre_orders')
    .where('user_id', '=', userId)
    .where('payment_state', 'in', ['expired', 'failed'])
    .where('payment_status', '=', 'pending')
    .where('paid_at', 'is', null)
    .where('needs_review', 'is', null)
    .where(
      sql<boolean>`not exists (select from private.refunds r where r.order_id = pre_orders.id)
        and not exists (select from private.disputes d where d.order_id = pre_orders.id)
        and not exists (select from private.fraud_warnings w where w.order_id = pre_orders.id)`,
    )
    .execute()
}

/** The tax law requires the refunds, but not the notes about the customer beside them. */
async function removeNotesOnRefunds(tx: Tx, { userId }: OwnSession): Promise<void> {
  // Orders are locked before their refunds, as everywhere.
  await sql`with hers as (select id from public.pre_orders where user_id = ${userId} order by id for update)
    update private.refunds r set note = null from hers where r.order_id = hers.id and r.note is not null`.execute(tx)
  await sql`update private.payment_discrepancies f set note = null from public.pre_orders o
    where o.id = f.order_id and o.user_id = ${userId} and f.note is not null`.execute(tx)
}

/** The tax law requires the sold lines; measurements, heights and gift notes are private. */
async function removePrivateDetails(tx: Tx, { userId }: OwnSession): Promise<void> {
  await sql`update public.order_lines l set size_advice = null, height_cm = null from public.pre_orders o
    where o.id = l.order_id and o.user_id = ${userId} and coalesce(l.size_advice, to_jsonb(l.height_cm)) is not null`.execute(
    tx,
  )
  await sql`update public.pre_orders set gift_note = null
    where user_id = ${userId} and gift_note is not null`.execute(tx)
  await sql`update private.order_edits e set changes = (
      select coalesce(jsonb_agg(change), '[]') from jsonb_array_elements(e.changes) as change
       where change ->> 'field' not in ('height', 'gift_note'))
    from public.pre_orders o where o.id = e.order_id and o.user_id = ${userId}`.execute(tx)
  // Without them the photographs are shown nowhere, and the sweep of the storage deletes them.
  await sql`update private.returns r set reason = null, note = null, photographs = '{}',
      answer = case when r.answer is not null then 'Erased with the account.' end
    from public.pre_orders o where o.id = r.order_id and o.user_id = ${userId}`.execute(tx)
  await sql`delete from private.address_codes c using public.pre_orders o
    where o.id = c.order_id and o.user_id = ${userId}`.execute(tx)
}

/** E-mails that no order needs: those of the account, and, for a verified address, all that were sent to it. */
async function removeEmails(tx: Tx, { userId, email, emailVerified }: OwnSession): Promise<void> {
  const address = emailVerified ? email : null
  await sql`delete from private.mailbox m
    where not exists (select from private.outbox o where o.message_id = m.message_id and o.order_id is not null)
      and (lower(m.recipient) = ${address}
        or m.recipient in (select '+' || f.phone from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified')
        or exists (select from private.outbox o where o.message_id = m.message_id and o.data ->> 'userId' = ${userId}))
    `.execute(tx)
  await sql`delete from private.outbox o
    where o.order_id is null and (lower(o.recipient) = ${address} or o.data ->> 'userId' = ${userId}
      or (o.kind = 'contact_message' and lower(o.data ->> 'email') = ${address}))`.execute(tx)
}

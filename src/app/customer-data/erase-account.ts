import { sql } from 'kysely'
import { getOwnSession, type OwnSession, requireFresh, requireSecondFactor } from '#features/accounts/own-session.ts'
import { eraseAddress } from '#features/subscribers/erase-address.ts'
import { eraseWaiting } from '#features/waitlist/waiting-data.ts'
import { keepOneAdministrator } from '#platform/auth/administrators.ts'
import { recordAuthEvent } from '#platform/auth/audit.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** What is to be typed where an account has no address. */
const wordOfAccountsWithoutAddress = 'erase'

/**
 * Erases an account and whatever belongs to its person alone, all of it or nothing: the account with its sessions,
 * factors and identities, whatever the list knew of its address, letters, messages, notes and checkouts that were never
 * paid, and the measurements she sent with a garment. Orders stay, for the tax law asks for them, and no longer name an account. Refuses bad_request where `confirm`
 * is not its address, forbidden with `details.reason`: `second_factor`, `sign_in_again`, `last_administrator`.
 */
export async function eraseAccount(
  tx: Tx,
  { claims, confirm, requestId }: { claims: Claims & { sub: string }; confirm: string; requestId: string },
): Promise<void> {
  const session = await getOwnSession(tx, claims, { lock: true })
  requireSecondFactor(session)
  requireFresh(session)
  if (confirm.trim().toLowerCase() !== (session.email ?? wordOfAccountsWithoutAddress)) {
    throw new AppError('bad_request', 'That is not the address of this account.', { details: { field: 'confirm' } })
  }
  await keepOneAdministrator(tx, session.userId)
  await removeUnpaidCheckouts(tx, session)
  await removeLetters(tx, session)
  await removeNotesOnRefunds(tx, session)
  await removeMeasurements(tx, session)
  if (session.emailVerified && session.email) {
    await eraseWaiting(tx, session.email.toLowerCase())
    await eraseAddress(tx, session.email)
  }
  // Sessions, tokens, factors, identities, roles and known devices go with it; orders let go of it.
  await tx.deleteFrom('auth.users').where('id', '=', session.userId).execute()
  // Which account is gone, and nothing of whose it was or where she sat.
  const agent = { ip: 'local', userAgent: '', requestId }
  await recordAuthEvent(tx, { action: 'user_deleted', userId: session.userId, agent, details: { by: 'herself' } })
}

/** Only what nobody can pay any more and never brought money, not even money that went back: money needs its order. */
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

/** What was given back the tax law asks for, but not what somebody wrote about her beside it. */
async function removeNotesOnRefunds(tx: Tx, { userId }: OwnSession): Promise<void> {
  // Orders are locked before their refunds, as by everybody else.
  await sql`with hers as (select id from public.pre_orders where user_id = ${userId} order by id for update)
    update private.refunds r set note = null from hers where r.order_id = hers.id and r.note is not null`.execute(tx)
  await sql`update private.money_findings f set note = null from public.pre_orders o
    where o.id = f.order_id and o.user_id = ${userId} and f.note is not null`.execute(tx)
}

/** What was sold the tax law asks for; how she measures is nobody's business but hers. */
async function removeMeasurements(tx: Tx, { userId }: OwnSession): Promise<void> {
  await sql`update public.order_lines l set size_advice = null from public.pre_orders o
    where o.id = l.order_id and o.user_id = ${userId} and l.size_advice is not null`.execute(tx)
}

/**
 * Letters that no order needs: those of the account, and, where the address is known to be hers, whatever went there.
 */
async function removeLetters(tx: Tx, { userId, email, emailVerified }: OwnSession): Promise<void> {
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

import { type RawBuilder, sql } from 'kysely'
import { getOwnSession, requireFresh, requireSecondFactor } from '#features/accounts/own-session.ts'
import { eraseEarlierOrders } from '#features/orders/earlier/earlier-orders.ts'
import { isNoted } from '#features/orders/order-notes.ts'
import { eraseReviewsOf } from '#features/reviews/writing/buyer-reviews.ts'
import { eraseAddress } from '#features/subscribers/erase-address.ts'
import { eraseWaitlist } from '#features/waitlist/waitlist-queries.ts'
import { keepOneAdministrator } from '#platform/auth/administrators.ts'
import { recordAuthEvent } from '#platform/auth/audit.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import { isEarlierOrderOfPerson, isOrderOfPerson, type Person, personOf } from './person.ts'

/** The text to type where an account has no address. */
const confirmationWithoutAddress = 'erase'

/**
 * Erases the caller's account and data: `erasePerson`. Refuses bad_request where `confirm` is not its address, forbidden
 * with `details.reason`: `second_factor`, `sign_in_again`, `last_administrator`.
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
  await erasePerson(tx, personOf(session))
  // The account's id, without its address or network.
  const agent = { ip: 'local', userAgent: '', requestId }
  await recordAuthEvent(tx, { action: 'user_deleted', userId: session.userId, agent, details: { by: 'herself' } })
}

/**
 * Erases all data that belongs to a person alone: the account with its sessions, factors and identities, the subscriber
 * data of the address, e-mails, messages, notes, unpaid checkouts, reviews, and of orders what no tax record needs
 * (`eraseOrderDetails`), in the audit log too. Orders stay with name and address, as the tax law requires, and no longer
 * name an account. Earlier orders keep no name: the former shop has the record of that sale. An order that is still made, sent or returned needs its measurements and its link:
 * `eraseFinishedOrders` erases those later.
 */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  const { userId, address } = person
  await eraseEarlierOrders(tx, isEarlierOrderOfPerson(person))
  await deleteUnpaidCheckouts(tx, isOrderOfPerson(person))
  const orders = await lockOrders(tx, person)
  const all = orders.map(({ id }) => id)
  const finished = orders.filter(({ isFinished }) => isFinished).map(({ id }) => id)
  await removeEmails(tx, person)
  await eraseOrderDetails(tx, finished, 'Erased with the account.')
  await sql`insert into private.erasures (order_id) select each from unnest(${all}::uuid[]) as each
    where each <> all (${finished}::uuid[]) on conflict do nothing`.execute(tx)
  const reviews = await eraseReviewsOf(tx, all)
  if (address) {
    await eraseWaitlist(tx, address)
    await eraseAddress(tx, address)
    await tx.deleteFrom('private.customer_notes').where('email', '=', address).execute()
  }
  // Sessions, tokens, factors, identities, roles, known devices, the note on the customer and the consent to look up sizes
  // are deleted with it; orders lose the reference.
  if (userId) await tx.deleteFrom('auth.users').where('id', '=', userId).execute()
  // Last: the changes above are in the log too.
  await redactOrderAudit(tx, [...finished, ...reviews])
  if (userId) await sql`select private.redact_audit_networks(${userId})`.execute(tx)
}

/**
 * Whether an order is over: cancelled, or can't be paid any more, or sent more than a month ago, until when its link
 * declares a return; and no return waits for the owner.
 */
const isFinished = sql<boolean>`(case o.order_view when 'cancelled' then true
  when 'unpaid' then o.provider_state not in ('creating', 'open')
  when 'shipped' then coalesce(o.delivered_at, o.shipped_at, o.created_at) < public.shop_now() - interval '30 days'
  else false end and not exists (select from private.returns t where t.order_id = o.id and t.settled_at is null))`

/** Orders are locked before their refunds, as everywhere. */
async function lockOrders(tx: Tx, person: Person): Promise<{ id: string; isFinished: boolean }[]> {
  const { rows } = await sql<{ id: string; isFinished: boolean }>`
    select o.id, ${isFinished} as "isFinished" from public.pre_orders o
     where ${isOrderOfPerson(person)} order by o.id for update`.execute(tx)
  return rows
}

/** Erases the details of orders that are over by now and whose customer was erased before. At most `most`; returns how many. */
export async function eraseFinishedOrders(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select o.id from private.erasures e join public.pre_orders o on o.id = e.order_id
     where ${isFinished} order by o.id limit ${most} for update skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await eraseOrderDetails(tx, ids, 'Erased with the account.')
  await redactOrderAudit(tx, ids)
  await tx.deleteFrom('private.erasures').where('order_id', 'in', ids).execute()
  return ids.length
}

/** E-mails that no order needs: those of the account, and all that were sent to the address. */
async function removeEmails(tx: Tx, { userId, address }: Person): Promise<void> {
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

/**
 * What of an e-mail's data may stay once it is emptied: amounts, ids and days, by which the shop knows what it wrote.
 * Everything else may name a person.
 */
const keptOfEmails =
  'tracking parcel refunded total second edit digest hour discrepancy from to answer day returnId reviewId state news'.split(
    ' ',
  )

/**
 * Erases what no tax record needs of these orders, in the locked rows themselves: measurements, heights, gift notes,
 * the owner's notes, what the customer wrote with a return, e-mails that were sent. The caller locks the orders
 * first, and calls `redactOrderAudit` after its last change of them, which erases earlier addresses. `answer`: what replaces the shop's answer to a
 * return.
 */
export async function eraseOrderDetails(tx: Tx, orderIds: readonly string[], answer: string): Promise<void> {
  const ids = sql`any(${orderIds}::uuid[])`
  await sql`update private.refunds set note = null where order_id = ${ids} and note is not null`.execute(tx)
  await sql`update private.payment_discrepancies set note = null where order_id = ${ids} and note is not null`.execute(
    tx,
  )
  await sql`update public.order_lines set size_advice = null, height_cm = null, heel_cm = null
    where order_id = ${ids} and coalesce(size_advice, to_jsonb(height_cm), to_jsonb(heel_cm)) is not null`.execute(tx)
  // The links that were sent open the orders no more, and the browser that paid gets no new one.
  await sql`update public.pre_orders set gift_note = null, link_version = link_version + 1, cart_id = null
    where id = ${ids}`.execute(tx)
  await sql`delete from private.owner_notes where order_id = ${ids}`.execute(tx)
  await sql`update private.postage_parcels set problems = '[]', given = null
    where order_id = ${ids} and (problems <> '[]' or given is not null)`.execute(tx)
  // Without them the photographs are shown nowhere, and the sweep of the storage deletes them.
  await sql`update private.returns set reason = null, note = null, declared_by = null, photographs = '{}',
      answer = case when answer is not null then ${answer} end
    where order_id = ${ids}`.execute(tx)
  await sql`delete from private.address_codes where order_id = ${ids}`.execute(tx)
  await sql`delete from private.mailbox m using private.outbox o
    where o.message_id = m.message_id and o.order_id = ${ids}`.execute(tx)
  await sql`update private.outbox o set ${emptied}
    where o.order_id = ${ids} and o.state in ('sent', 'dropped', 'failed') and ${isToCustomer}`.execute(tx)
}

/**
 * The row of an e-mail (`o`) without its recipient. Kind and cause stay: they stop a second e-mail of the same cause.
 * So does the data of a failed one, with which the owner sends it again, to the order's address.
 */
export const emptied = sql`recipient = '', last_error = null, data = case when o.state = 'failed' then o.data else (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(o.data) where key = any(${keptOfEmails}::text[])) end`

/** The owner's e-mails hold the owner's address alone. */
export const isToCustomer = sql<boolean>`o.kind not like 'owner\\_%'`

/** Removes the customer of these orders and reviews from the audit log and the orders' events. */
export async function redactOrderAudit(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select private.redact_order_audit(${ids}::uuid[])`.execute(tx)
}

/**
 * Deletes checkouts of this condition on `o` that can no longer be paid and never had a payment, not even a refunded
 * one: a payment needs its order. Their entries in the audit log go with them. At most `most`; returns how many.
 */
export async function deleteUnpaidCheckouts(tx: Tx, where: RawBuilder<boolean>, most = 1_000_000): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with unpaid as (
      select o.id from public.pre_orders o
       where ${where} and o.provider_state in ('expired', 'failed') and not o.reported_paid
         and not ${isNoted('o.id')}
         and not exists (select from private.refunds r where r.order_id = o.id)
         and not exists (select from private.disputes d where d.order_id = o.id)
         and not exists (select from private.fraud_warnings w where w.order_id = o.id)
         and not exists (select from private.payment_discrepancies f where f.order_id = o.id)
         and not exists (select from private.discount_holds h where h.order_id = o.id and h.state = 'held')
       order by o.id limit ${most} for update of o skip locked)
    delete from public.pre_orders o using unpaid where o.id = unpaid.id returning o.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`select private.forget_unpaid_audit(${ids}::uuid[])`.execute(tx)
  return ids.length
}

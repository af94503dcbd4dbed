import { type RawBuilder, sql } from 'kysely'
import { isNoted } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * What of an e-mail's data may stay once it is emptied: amounts, ids and days, by which the shop knows what it wrote.
 * Everything else may name a person.
 */
const keptOfEmails =
  'tracking refunded total second edit digest hour discrepancy from to answer day returnId reviewId state news'.split(
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
  await sql`update public.order_lines set size_advice = null, height_cm = null
    where order_id = ${ids} and coalesce(size_advice, to_jsonb(height_cm)) is not null`.execute(tx)
  // The links that were sent open the orders no more, and the browser that paid gets no new one.
  await sql`update public.pre_orders set gift_note = null, link_version = link_version + 1, cart_id = null
    where id = ${ids}`.execute(tx)
  await sql`delete from private.owner_notes where order_id = ${ids}`.execute(tx)
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

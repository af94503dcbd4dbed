import { sql } from 'kysely'
import { eraseOrderDetails, redactOrderAudit } from '#app/customer-data/erase-order-details.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Removes the customer from orders that tax law no longer requires, with everything that was written to or about them.
 * Numbers stay: garments, amounts, country, dates. Left out are orders that still owe something, and those with a
 * refund or a dispute within the years that must be kept. At most `most`; returns how many.
 */
export async function forgetOrders(tx: Tx, most: number): Promise<number> {
  const since = sql`private.tax_records_since()`
  const { rows } = await sql<{ id: string }>`
    select o.id from public.pre_orders o
     where coalesce(o.customer_email, o.customer_name) is not null and coalesce(o.paid_at, o.created_at) < ${since}
       and o.order_view in ('shipped', 'cancelled', 'unpaid') and o.needs_review is null
       and not exists (select from private.refunds r where r.order_id = o.id
         and (coalesce(r.settled_at, r.requested_at) >= ${since} or r.state in ('requested', 'pending')))
       and not exists (select from private.disputes d where d.order_id = o.id and (d.opened_at >= ${since}
         or d.status in ('warning', 'needs_response', 'under_review')))
       and not exists (select from private.returns t where t.order_id = o.id and (t.settled_at is null or t.settled_at >= ${since}))
     order by coalesce(o.paid_at, o.created_at) limit ${most} for update of o skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await eraseOrderDetails(tx, ids, 'Erased after the years of record.')
  await sql`update public.pre_orders set customer_name = null, customer_email = null, customer_phone = null,
      shipping_address = null, shipping_city = null, shipping_postcode = null, notes = null, tracking_number = null,
      payment_session_url = null, cart_id = null, cart_fingerprint = null, user_id = null
    where id = any(${ids}::uuid[])`.execute(tx)
  // Without a customer no change of the order can cause an e-mail, so the rows that prevent a second one are of no use.
  await sql`delete from private.outbox where order_id = any(${ids}::uuid[])`.execute(tx)
  await redactOrderAudit(tx, ids)
  return ids.length
}

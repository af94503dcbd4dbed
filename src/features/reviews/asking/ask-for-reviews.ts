import { sql } from 'kysely'
import { dayMs } from '#base/day-ms.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import { arrivalDay, isOver, type SentOrder } from '#features/orders/links/order-period.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Queue } from '#platform/jobs/queue.ts'

/** The kind of the review request; its cause is the order's id, so each order gets one. */
export const reviewRequestEmail = 'order_review_request'

/** Days from the arrival to the e-mail: time to wear and wash the garment. */
const daysBeforeAsking = 21
/** Older orders get no e-mail: a shop that adds reviews does not write to its past customers. */
const daysOfAsking = 120
const mostAtOnce = 200

/**
 * Whether a review of an order may be requested (`o`, a row of pre_orders): it was sent, is paid, not cancelled, not
 * refunded in full or disputed, nothing that was sent was declared a return, a garment has no review yet, and its
 * address did not object, neither to review requests nor to any other e-mail of the shop.
 */
const mayAsk = sql<boolean>`(o.order_status in ('shipped', 'delivered')
  and o.reported_paid and o.provider_state not in ('refunded', 'disputed')
  and o.customer_email is not null
  and not exists (select from private.returns r where r.order_id = o.id and r.state <> 'refused' and not r.stopped)
  and exists (select from public.order_lines l where l.order_id = o.id and l.quantity > l.cancelled_quantity and l.product_id <> ${samplesId}
    and not exists (select from public.reviews v where v.line_id = l.id))
  and not exists (select from private.review_objections n where n.address_hash = private.address_hash(o.customer_email))
  and not exists (select from private.suppressions n where n.address_hash = private.address_hash(o.customer_email)))`

type Row = SentOrder & { id: string; email: string; now: Date }

/**
 * Queues the e-mail for each order whose buyer has had it for three weeks; returns how many. It may run twice at once.
 */
export function askForReviews({ db, queue }: { db: Db; queue: Queue }): Promise<number> {
  return db.asService(async (tx) => {
    const { rows } = await sql<Row>`
      select o.id, o.customer_email as email, o.order_status, o.delivery_service, o.delivery_options, o.shipped_at,
        o.delivered_at, public.shop_now() as now
      from public.pre_orders o
      where coalesce(o.delivered_at, o.shipped_at) between public.shop_now() - make_interval(days => ${daysOfAsking})
          and public.shop_now() - make_interval(days => ${daysBeforeAsking})
        and ${mayAsk}
        and not exists (select from private.outbox w where w.order_id = o.id and w.kind = ${reviewRequestEmail})
      order by coalesce(o.delivered_at, o.shipped_at), o.id limit ${mostAtOnce}`.execute(tx)
    let count = 0
    for (const { id, email, now, ...order } of rows) {
      const arrived = arrivalDay(order)
      if (!arrived || !isOver(new Date(arrived.getTime() + (daysBeforeAsking - 1) * dayMs), now)) continue
      const queued = await queueEmail(tx, queue, { kind: reviewRequestEmail, cause: id, recipient: email, orderId: id })
      if (queued === 'queued') count += 1
    }
    return count
  })
}

/** The same rules when the e-mail is sent: what has changed since it was queued counts. */
export async function mayAskNow(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${mayAsk} as may from public.pre_orders o where o.id = ${orderId}`.execute(tx)
  return rows[0]?.may === true
}

/** Whether the address of an order objected to review requests. */
export async function hasObjected(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from private.review_objections n join public.pre_orders o
    on n.address_hash = private.address_hash(o.customer_email) where o.id = ${orderId}`.execute(tx)
  return rows.length > 0
}

/** Records an address's objection to review requests, or withdraws it. Idempotent. */
export async function setObjection(tx: Tx, orderId: string, objects: boolean): Promise<void> {
  const address = sql`select private.address_hash(customer_email) from public.pre_orders
    where id = ${orderId} and customer_email is not null`
  if (objects) {
    await sql`insert into private.review_objections (address_hash) ${address} on conflict do nothing`.execute(tx)
  } else {
    await sql`delete from private.review_objections where address_hash in (${address})`.execute(tx)
  }
}

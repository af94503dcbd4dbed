import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { causeOfDelay } from './announce-delay.ts'

type DelayedOrder = {
  order_number: string
  customer_name: string | null
  from: string
  to: string
  email: 'waiting' | 'sent' | 'failed' | null
  answer: 'keep' | 'cancel' | 'silent' | 'closed'
  answered_at: Date | null
}
type Listed = { id: string; announced_at: Date; reason: string | null; orders: DelayedOrder[] }

const maxListed = 500

/**
 * The announced delays, the newest first: those of one press together. An answer is possible as `getDelayChoice` says. A
 * copy of an e-mail counts as the e-mail.
 */
export async function listDelays(tx: Tx): Promise<Listed[]> {
  const { rows } = await sql<DelayedOrder & Omit<Listed, 'orders'>>`
    select coalesce(delay.batch::text, delay.order_id || '.' || delay.dispatch_by) as id, delay.announced_at, delay.reason,
      placed.order_number, placed.customer_name, to_char(delay.previous_dispatch_by, 'YYYY-MM-DD') as "from",
      to_char(delay.dispatch_by, 'YYYY-MM-DD') as "to",
      (select case when bool_or(email.state = 'sent') then 'sent'
           when bool_or(email.state in ('waiting', 'sending')) then 'waiting'
           when bool_or(email.state = 'failed') then 'failed' end
         from private.outbox as email
        where email.order_id = delay.order_id and email.kind = 'order_delayed'
          and starts_with(email.cause, ${causeOfDelay})) as email,
      case when delay.answer is not null then delay.answer
        when (placed.order_status not in ('pending', 'processing') or placed.dispatch_by <= delay.previous_dispatch_by
          or (placed.order_status = 'processing' and not delay.in_production)
          or exists (select from private.parcels as parcel where parcel.order_id = delay.order_id)
          or exists (select from private.order_delays as later
            where later.order_id = delay.order_id and later.announced_at > delay.announced_at)) then 'closed'
        else 'silent' end as answer,
      delay.answered_at
      from private.order_delays as delay join public.pre_orders as placed on placed.id = delay.order_id
     order by delay.announced_at desc, placed.order_number limit ${maxListed}`.execute(tx)
  const announcements = new Map<string, Listed>()
  for (const { id, announced_at, reason, ...order } of rows) {
    const known = announcements.get(id)
    if (known) known.orders.push(order)
    else announcements.set(id, { id, announced_at, reason, orders: [order] })
  }
  return [...announcements.values()]
}

import { sql } from 'kysely'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'

const most = 100

export const FactsQuery = z.object({
  orders: z
    .string()
    .max(most * 42)
    .transform((text) => [...new Set(text.split(',').filter((number) => number.trim() !== ''))])
    .pipe(z.array(OrderNumber).min(1, 'Please choose an order.').max(most, 'At most 100 orders at once.')),
})

/** What a new status of an order leads to, beyond the order's own row. Amounts in pounds. */
export type OrderFacts = {
  order_number: string
  /** Refunded or on its way: reviving the order does not bring it back. */
  refunded: number
  /** Requested with the cancellation and not sent: held while the order is revived. */
  refund_held: number
  /** Requested separately and not sent: it is sent in any case. */
  refund_waiting: number
  /** Limited pre-orders that are still open: `taken` of `limit` units without this order's own. */
  preorders: { name: string; units: number; taken: number; limit: number }[]
  /** Whether the order's use of its discount code counts; null: it had none. */
  discount_use: 'counted' | 'given_back' | null
  /** The kinds of e-mails that were sent about the order. */
  emails_sent: string[]
}

/** The facts of these orders, in no order; those that do not exist are left out. */
export async function readOrderFacts(tx: Tx, numbers: readonly string[]): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.order_number,
      greatest(o.refunded_amount, money.sent)::float8 as refunded,
      money.held::float8 as refund_held, money.waiting::float8 as refund_waiting,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'units', line.units, 'limit', p.preorder_limit,
          'taken', private.sold_units(p.id) - case when o.order_status = 'cancelled' then 0 else line.units end))
        from (select product_id, sum(quantity - cancelled_quantity)::int as units from public.order_lines
          where order_id = o.id and is_preorder group by product_id) as line
        join public.products as p on p.id = line.product_id
       where p.preorder_limit is not null
         -- What it takes once it is revived.
         and private.is_sold(o.payment_state, o.payment_status, 'pending')
         and public.is_preorder_live(p.is_preorder, p.preorder_end_date)), '[]') as preorders,
      (select case hold.state when 'redeemed' then 'counted' when 'released' then 'given_back' end
        from private.discount_holds as hold where hold.order_id = o.id) as discount_use,
      coalesce((select jsonb_agg(distinct email.kind) from private.outbox as email
       where email.order_id = o.id and email.state in ('sending', 'sent')), '[]') as emails_sent
      from public.pre_orders as o,
        lateral (select coalesce(sum(amount) filter (where state in ('pending', 'succeeded')), 0) as sent,
            coalesce(sum(amount) filter (where state = 'requested' and scope = 'cancellation'), 0) as held,
            coalesce(sum(amount) filter (where state = 'requested' and scope <> 'cancellation'), 0) as waiting
          from private.refunds as refund
         where refund.order_id = o.id and refund.session_id = o.payment_session_id) as money
     where o.order_number = any(${numbers}::text[])`.execute(tx)
  return rows
}

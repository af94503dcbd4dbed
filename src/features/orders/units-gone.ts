import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'

/**
 * Whether an order that is sold again, after others could buy its units, takes a pre-order over its limit. Counts as
 * checkout does: paid orders and open payment pages, and this order itself.
 */
export async function isOverLimit(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    select exists (
      select from public.order_lines as own join public.products as product on product.id = own.product_id
       where own.order_id = ${orderId} and own.is_preorder and product.preorder_limit is not null
         and product.preorder_limit < (
           select sum(line.quantity) from public.order_lines as line join public.pre_orders as placed on placed.id = line.order_id
            where line.product_id = own.product_id and line.is_preorder
              and (placed.id = ${orderId}
                or (placed.payment_state not in ('expired', 'failed', 'refunded') and placed.order_status <> 'cancelled')))
    ) as is_over`.execute(tx)
  return rows[0]?.is_over === true
}

import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Pieces on an open payment page. `until`: when the page expires, null for an order without one; `network`: a keyed
 * hash.
 */
export type Reservation = { orderId: string; pieces: number; until: Date | null; network: string | null }

/** The number of pieces of a garment sold on pre-order: paid, and neither refunded in full nor cancelled. */
export async function countSoldPieces(tx: Tx, productId: string): Promise<number> {
  const { rows } = await sql<{ sold: number }>`select private.sold_units(${productId})::int as sold`.execute(tx)
  return rows[0]?.sold ?? 0
}

/** The pieces of a garment on open payment pages: unavailable until they are released, but not sold. */
export async function findReservations(tx: Tx, productId: string): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`
    select order_id as "orderId", units::int as pieces, until, network from private.reserved_units(${productId})`.execute(
    tx,
  )
  return rows
}

/**
 * Whether a late payment of an abandoned order takes a pre-order over its limit. Reserved pieces count too, since their
 * pages may still be paid.
 */
export async function isOverLimit(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    select exists (
      select from public.order_lines line
        join public.pre_orders placed on placed.id = line.order_id
        join public.products product on product.id = line.product_id
       where line.order_id = ${orderId} and line.is_preorder and product.preorder_limit is not null
         and not private.is_sold(placed.payment_state, placed.payment_status, placed.order_status)
       group by product.id
      having sum(line.quantity) + private.sold_units(product.id)
        + (select coalesce(sum(units), 0) from private.reserved_units(product.id)) > product.preorder_limit
    ) as "isOver"`.execute(tx)
  return rows[0]?.isOver === true
}

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

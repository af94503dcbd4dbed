import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { waitingPlaces } from '../admin/api/order-views.ts'

const areWaiting = (...orders: string[]) =>
  sql.join(
    orders.map((order) => sql`${sql.ref(`${order}.order_view`)} = any(${waitingPlaces}::text[])`),
    sql` and `,
  )

/**
 * The numbers of the orders that were added to the order `o` of `pre_orders` and travel in its parcel, as JSON. A parcel is
 * shared while both orders wait for dispatch, and where they left together.
 */
export const addedNumbers: RawBuilder<string[]> = sql<string[]>`coalesce((
  select jsonb_agg(added.order_number order by added.created_at, added.id)
    from private.joined_orders as joined join public.pre_orders as added on added.id = joined.order_id
   where joined.origin_id = o.id and ((${areWaiting('added', 'o')}) or joined.sent_from is not null)), '[]')`

/** The number of the order in whose parcel the order `o` of `pre_orders` travels; null for one with its own parcel. */
export const parcelOf: RawBuilder<string | null> = sql<string | null>`(
  select first.order_number
    from private.joined_orders as joined join public.pre_orders as first on first.id = joined.origin_id
   where joined.order_id = o.id and ((${areWaiting('first', 'o')}) or joined.sent_from is not null))`

/** An order that travels in the parcel of the order `first`, which it was added to. */
export type Addition = { id: string; number: string; first: string }

/** The orders that wait to be sent in the parcels of these orders, in the sequence in which they were added. */
export async function listAdditions(tx: Tx, orderIds: readonly string[]): Promise<Addition[]> {
  const { rows } = await sql<Addition>`
    select added.id, added.order_number as number, joined.origin_id as first
      from private.joined_orders as joined
      join public.pre_orders as added on added.id = joined.order_id
      join public.pre_orders as first on first.id = joined.origin_id
     where joined.origin_id = any(${orderIds}::uuid[]) and ${areWaiting('added', 'first')}
     order by added.created_at, added.id`.execute(tx)
  return rows
}

/** An order that was added to another: in its parcel, or alone since that one is called off. */
export type JoinedOrder = { id: string; number: string; isInParcel: boolean }

/** The orders that were added to an order and are to be sent, or left in its parcel. */
export async function listJoined(tx: Tx, orderId: string): Promise<JoinedOrder[]> {
  const { rows } = await sql<JoinedOrder>`
    select added.id, added.order_number as number,
      (joined.sent_from is not null or first.order_view = any(${waitingPlaces}::text[])) as "isInParcel"
      from private.joined_orders as joined
      join public.pre_orders as added on added.id = joined.order_id
      join public.pre_orders as first on first.id = joined.origin_id
     where joined.origin_id = ${orderId}
       and (added.order_view = any(${waitingPlaces}::text[])
         or (joined.sent_from is not null and added.order_status <> 'cancelled'))
     order by added.created_at, added.id`.execute(tx)
  return rows
}

/** The number of the order in whose parcel an order waits to be sent; null for one with its own parcel. */
export async function firstInParcel(tx: Tx, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select first.order_number as number
      from private.joined_orders as joined
      join public.pre_orders as added on added.id = joined.order_id
      join public.pre_orders as first on first.id = joined.origin_id
     where joined.order_id = ${orderId} and ${areWaiting('added', 'first')}`.execute(tx)
  return rows[0]?.number ?? null
}

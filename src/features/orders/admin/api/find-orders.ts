import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { lookUp } from './look-up.ts'
import type { OrderFilter } from './order-filter.ts'
import { type OrderRow, orderColumns } from './order-row.ts'
import { matching } from './order-text.ts'
import { behind, placeOf } from './place-in-view.ts'
import { ordering, shapeOf, within } from './views.ts'

export type OrderPage = { orders: OrderRow[]; next: string | null }
type PageOf = { after: string | null; limit: number }

/**
 * One page of the orders of a filter, in the order of its view, and where the next begins or null. `after`: a place this
 * gave. Refuses bad_request for a place of anybody else's making.
 */
export async function findOrders(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<OrderPage> {
  const { rows } = await sql<OrderRow & { place: string }>`
    select ${orderColumns}, ${placeOf(filter.view)} as place from public.pre_orders o
    where ${await chosen(tx, filter, { after, limit: limit + 1 })}
    order by ${ordering(shapeOf(filter.view))} limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ place: _, ...order }) => order),
    next: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

async function chosen(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<RawBuilder<boolean>> {
  const inView = sql<boolean>`${within(filter)} and ${behind(filter.view, after)}`
  const wanted = matching(filter.q)
  if (wanted === null) return inView
  const ids = await lookUp(tx, { view: filter.view, inView, wanted, limit })
  return sql`o.id = any(${ids}::uuid[])`
}

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { OrderFilter } from './order-filter.ts'
import { type OrderRow, orderColumns } from './order-row.ts'
import { viewCondition, viewOrder, viewShape } from './order-view-sql.ts'
import { searchOrders } from './search-orders.ts'
import { matchText } from './text-match.ts'
import { afterCursor, cursorOf } from './view-cursor.ts'

export type OrderPage = { orders: OrderRow[]; next: string | null }
type PageOf = { after: string | null; limit: number }

/**
 * One page of the orders of a filter, in the order of its view, and the cursor of the next page or null. Refuses
 * bad_request for an invalid cursor.
 */
export async function findOrders(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<OrderPage> {
  const { rows } = await sql<OrderRow & { place: string }>`
    select ${orderColumns}, ${cursorOf(filter.view)} as place from public.pre_orders o
    where ${await chosen(tx, filter, { after, limit: limit + 1 })}
    order by ${viewOrder(viewShape(filter.view))} limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ place: _, ...order }) => order),
    next: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

async function chosen(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<RawBuilder<boolean>> {
  const inView = sql<boolean>`${viewCondition(filter)} and ${afterCursor(filter.view, after)}`
  const match = matchText(filter.q)
  if (match === null) return inView
  const ids = await searchOrders(tx, { view: filter.view, inView, match, limit })
  return sql`o.id = any(${ids}::uuid[])`
}

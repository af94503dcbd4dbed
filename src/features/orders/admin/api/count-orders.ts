import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { OrderCounts } from './admin-orders.contract.ts'
import { viewCondition } from './order-view-sql.ts'
import { maxCounted, type OrderView } from './order-views.ts'

const noFilter = { payment: null, status: null, from: null, to: null }

export async function countOrders(tx: Tx): Promise<OrderCounts> {
  const inView = (view: OrderView, condition = sql`true`) => sql`(select count(*)::int from (
    select from public.pre_orders o where ${viewCondition({ view, ...noFilter })} and ${condition}
     limit ${maxCounted}) counted)`
  const { rows } = await sql<OrderCounts>`
    select ${inView('to_make')} as to_make, ${inView('in_progress')} as in_progress,
      ${inView('to_dispatch')} as to_dispatch, ${inView('late')} as late, ${inView('attention')} as attention,
      ${inView('unpaid', sql`o.payment_state = 'open'`)} as unpaid_open`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The counts have no row')
  return counts
}

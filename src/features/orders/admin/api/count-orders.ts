import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { viewCondition } from './order-view-sql.ts'
import type { OrderView } from './order-views.ts'

/** The number of orders in each view; 1,000 means that many or more. */
export type OrderCounts = Record<
  'to_make' | 'in_progress' | 'to_dispatch' | 'late' | 'attention' | 'unpaid_open',
  number
>

const most = 1_000
const everything = { payment: null, status: null, from: null, to: null }

export async function countOrders(tx: Tx): Promise<OrderCounts> {
  const inView = (view: OrderView) => sql`(select count(*)::int from (
    select from public.pre_orders o where ${viewCondition({ view, ...everything })} limit ${most}) counted)`
  const { rows } = await sql<OrderCounts>`
    select ${inView('to_make')} as to_make, ${inView('in_progress')} as in_progress,
      ${inView('to_dispatch')} as to_dispatch, ${inView('late')} as late, ${inView('attention')} as attention,
      (select count(*)::int from (select from public.pre_orders where payment_state = 'open'
        and order_view = 'unpaid' limit ${most}) counted) as unpaid_open`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('A statement that always answers one row answered none')
  return counts
}

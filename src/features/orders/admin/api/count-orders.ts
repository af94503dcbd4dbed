import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { OrderCounts } from './admin-orders.contract.ts'
import { matchOrders, type SearchedParts } from './match-orders.ts'
import { shopDay, viewCondition } from './order-view-sql.ts'
import { maxCounted, type OrderPlace, type OrderView } from './order-views.ts'

/** These views are small: the text of each of their orders is compared, without the text index. */
export async function countOrders(tx: Tx, parts: SearchedParts = {}): Promise<OrderCounts> {
  const fits = matchOrders(parts)?.fits ?? sql`true`
  const inView = (view: OrderView, condition = sql`true`) => sql`(select count(*)::int from (
    select from (select * from public.pre_orders o where ${viewCondition({ view })} and ${condition} offset 0) o where ${fits}
     limit ${maxCounted}) counted)`
  const { rows } = await sql<OrderCounts>`
    select ${inView('to_make')} as to_make, ${inView('in_progress')} as in_progress,
      ${inView('to_dispatch')} as to_dispatch, ${inView('late')} as late, ${inView('attention')} as attention,
      ${inView('unpaid', sql`o.provider_state = 'open'`)} as unpaid_open`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The counts have no row')
  return counts
}

/** An order whose dispatch day has passed, or comes within a working day while it is not ready to post. */
export type OrderAtRisk = { order_number: string; dispatch_by: string; order_view: OrderPlace; is_late: boolean }

export type OrdersAtRisk = { late: number; soon: number; first: OrderAtRisk[] }

/** Monday follows Friday: bank holidays and days off are not looked up, so a warning may be a day early. */
const nextWorkingDay = sql`(${shopDay} + case extract(isodow from ${shopDay}) when 5 then 3 when 6 then 2 else 1 end)`

/** The orders at risk: how many, and the first of them by their dispatch day. */
export async function listOrdersAtRisk(tx: Tx, limit: number): Promise<OrdersAtRisk> {
  const isLate = sql`o.dispatch_by < ${shopDay}`
  const inView = (view: OrderView) => sql`select o.* from public.pre_orders o
    where ${viewCondition({ view })}`
  const dueSoon = (view: OrderView) => sql`${inView(view)} and o.dispatch_by between ${shopDay} and ${nextWorkingDay}`
  const { rows } = await sql<OrderAtRisk & { late: number; soon: number }>`
    select o.order_number, o.dispatch_by::text as dispatch_by, o.order_view, ${isLate} as is_late,
      (count(*) filter (where ${isLate}) over ())::int as late, (count(*) filter (where not ${isLate}) over ())::int as soon
      from (${inView('late')} union all ${dueSoon('to_make')} union all ${dueSoon('in_progress')}) o
     order by o.dispatch_by, o.created_at, o.id limit ${limit}`.execute(tx)
  const [{ late = 0, soon = 0 } = {}] = rows
  return { late, soon, first: rows.map(({ late: _, soon: __, ...order }) => order) }
}

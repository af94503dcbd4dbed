import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { PromisedWork } from './capacity.ts'

/**
 * The work that is promised and not made yet, by day, as this transaction sees it; none without a capacity. `without`:
 * an order that does not count.
 */
export async function readPromisedWork(tx: Tx, without: string | null = null): Promise<PromisedWork[]> {
  const { rows } = await sql<PromisedWork>`
    select day::text, sum(work)::int as work from private.promised_work(${without}::uuid)
     where private.has_capacity() group by day order by day`.execute(tx)
  return rows
}

/** The work of one order; `isPaid`: false for an unpaid payment page. */
export type OrderWork = PromisedWork & { orderNumber: string; isPaid: boolean }

/** The same by order, in the order in which it is made, also where no capacity is set yet. */
export async function readWorkOfOrders(tx: Tx): Promise<OrderWork[]> {
  const { rows } = await sql<OrderWork>`
    select o.order_number as "orderNumber", promised.day::text, promised.work, o.order_view <> 'unpaid' as "isPaid"
      from private.promised_work(null) as promised join public.pre_orders o on o.id = promised.order_id
     order by promised.day, o.created_at, o.id`.execute(tx)
  return rows
}

/** Held by each transaction that promises a day, so that each counts the promises of all before it. */
export async function holdPromises(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('promises', 0))`.execute(tx)
}

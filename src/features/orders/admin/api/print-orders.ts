import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'
import { type DetailedOrder, detailedColumns } from './order-details.ts'
import { viewCondition, viewOrder, viewShape } from './order-view-sql.ts'
import { printableViews } from './order-views.ts'

const maxNumbers = 200

/** The orders to print: a view, or up to 200 comma-separated order numbers. */
export const PrintQuery = z
  .object({
    view: z.enum(printableViews).optional(),
    orders: z
      .string()
      .max(maxNumbers * 42)
      .transform((text) => [...new Set(text.split(',').filter((number) => number.trim() !== ''))])
      .pipe(z.array(OrderNumber).min(1, 'Please choose an order.').max(maxNumbers, 'At most 200 orders at once.'))
      .optional(),
  })
  .refine(({ view, orders }) => (view === undefined) !== (orders === undefined), 'Either a view or orders.')
export type PrintSelection = z.output<typeof PrintQuery>

/**
 * The selected orders in the order of the view or of the numbers, at most `limit`; `more`: whether there are others.
 */
export async function readPrintOrders(
  tx: Tx,
  chosen: PrintSelection,
  limit: number,
): Promise<{ orders: DetailedOrder[]; more: boolean }> {
  const { rows } = await sql<DetailedOrder>`
    select ${detailedColumns} from public.pre_orders o where ${conditionOf(chosen)}
    order by ${orderOf(chosen)} limit ${limit + 1}`.execute(tx)
  return { orders: rows.slice(0, limit), more: rows.length > limit }
}

/**
 * Of a view, without the orders that the customer withdrew from, until the owner has decided. By number all are
 * printed.
 */
function conditionOf({ view, orders }: PrintSelection): RawBuilder<boolean> {
  if (view) {
    const inView = viewCondition({ view, payment: null, status: null, from: null, to: null })
    return sql`(${inView}) and not exists (select from private.returns r
      where r.order_id = o.id and r.kind = 'withdrawal' and r.settled_at is null)`
  }
  return sql`o.order_number = any(${orders ?? []}::text[])`
}

function orderOf({ view, orders }: PrintSelection): RawBuilder<unknown> {
  return view ? viewOrder(viewShape(view)) : sql`array_position(${orders ?? []}::text[], o.order_number)`
}

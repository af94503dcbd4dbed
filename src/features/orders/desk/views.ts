import { type RawBuilder, sql } from 'kysely'
import { shop } from '#shop'
import type { OrderFilter } from './order-filter.ts'

export const views = ['all', 'to_make', 'late', 'to_dispatch', 'shipped', 'unpaid'] as const
export type View = (typeof views)[number]

/** A column an order stands in its view by, of `pre_orders o`, and the type it is read back as. */
type Key = { column: RawBuilder<unknown>; type: 'timestamptz' | 'date' }
type Shape = {
  where: RawBuilder<boolean>
  /** What the view is ordered by, and last by the id. The indexes of 0021 have the same. */
  keys: Key[]
  descending: boolean
  statuses: readonly OrderFilter['status'][] | null
  payment: OrderFilter['payment']
}

const created: Key = { column: sql`o.created_at`, type: 'timestamptz' }
const dispatch: Key = { column: sql`o.dispatch_by`, type: 'date' }
const today = sql`(public.shop_now() at time zone ${sql.lit(shop.timeZone)})::date`
const everPaid = sql<boolean>`(o.paid_at is not null or o.payment_status = 'paid')`

// Nobody waits for what was given back whole, whether or not somebody has cancelled it yet.
const awaited = sql`o.payment_status = 'paid' and o.payment_state <> 'refunded'`

const shapes: Record<View, Shape> = {
  all: { where: everPaid, keys: [created], descending: true, statuses: null, payment: null },
  to_make: {
    where: sql`${awaited} and o.order_status = 'pending'`,
    keys: [dispatch, created],
    descending: false,
    statuses: ['pending'],
    payment: 'paid',
  },
  late: {
    where: sql`${awaited} and o.order_status in ('pending', 'processing') and o.dispatch_by < ${today}`,
    keys: [dispatch, created],
    descending: false,
    statuses: ['pending', 'processing'],
    payment: 'paid',
  },
  to_dispatch: {
    where: sql`${awaited} and o.order_status = 'processing'`,
    keys: [dispatch, created],
    descending: false,
    statuses: ['processing'],
    payment: 'paid',
  },
  shipped: {
    where: sql`o.order_status in ('shipped', 'delivered')`,
    keys: [{ column: sql`coalesce(o.shipped_at, o.paid_at, o.created_at)`, type: 'timestamptz' }],
    descending: true,
    statuses: ['shipped', 'delivered'],
    payment: null,
  },
  unpaid: {
    where: sql`o.paid_at is null and o.payment_status = 'pending'`,
    keys: [created],
    descending: true,
    statuses: null,
    payment: 'pending',
  },
}

export function shapeOf(view: View): Shape {
  return shapes[view]
}

/**
 * The orders of a filter but for what was typed, by an index that has them in the order of the view. Its days are days in
 * shop time: those on which the orders were placed, or, in the view of shipped ones, on which they left.
 */
export function within({ view, payment, status, from, to }: Omit<OrderFilter, 'q'>): RawBuilder<boolean> {
  const { where, statuses, payment: paymentOfView, keys } = shapes[view]
  if (status !== null && statuses !== null && !statuses.includes(status)) return sql`false`
  if (payment !== null && paymentOfView !== null && payment !== paymentOfView) return sql`false`
  const day = view === 'shipped' ? keys[0]?.column : sql`o.created_at`
  const conditions = [
    // These two are said so that the indexes of the few that are both are found.
    view === 'all' && payment === 'pending' ? sql`o.paid_at is not null` : where,
    view === 'shipped' && payment === 'pending' ? sql`nullif(o.payment_status, 'pending') is null` : null,
    status === null ? null : sql`o.order_status = ${sql.lit(status)}`,
    payment === null ? null : sql`o.payment_status = ${sql.lit(payment)}`,
    from === null ? null : sql`${day} >= (${from}::date::timestamp at time zone ${shop.timeZone})`,
    to === null ? null : sql`${day} < ((${to}::date + 1)::timestamp at time zone ${shop.timeZone})`,
  ]
  return sql`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`
}

/** As in the view. */
export function ordering({ keys, descending }: Shape): RawBuilder<unknown> {
  const columns = [...keys.map(({ column }) => column), sql`o.id`]
  return sql.join(columns.map((column) => (descending ? sql`${column} desc` : column)))
}

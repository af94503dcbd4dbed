import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isNoted } from '#features/orders/order-notes.ts'
import { isCalendarDay } from '#platform/calendar-day.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import type { OrderFilter } from './admin-orders.contract.ts'
import { type OrderPlace, type OrderView, viewRule, waitingPlaces } from './order-views.ts'

/** A sort column of a view, of `pre_orders o`, and the type of its cursor value. */
type Key = { column: RawBuilder<unknown>; type: 'timestamptz' | 'date' }
type Shape = {
  /** The sort columns, followed by the id; a partial index has the same. */
  keys: Key[]
  descending: boolean
  /** The possible statuses of its orders; null: any. */
  statuses: readonly OrderFilter['status'][] | null
}

const created: Key = { column: sql`o.created_at`, type: 'timestamptz' }
const dispatch: Key = { column: sql`o.dispatch_by`, type: 'date' }
const left: Key = { column: sql`coalesce(o.shipped_at, o.paid_at, o.created_at)`, type: 'timestamptz' }
/** Today in shop time. */
export const shopDay = sql`(public.shop_now() at time zone ${sql.lit(shop.timeZone)})::date`

const newestFirst = { keys: [created], descending: true, statuses: null }
const firstToLeave = { keys: [dispatch, created], descending: false }

const shapes: Record<OrderView, Shape> = {
  all: newestFirst,
  to_make: { ...firstToLeave, statuses: ['pending'] },
  in_progress: { ...firstToLeave, statuses: ['processing'] },
  to_dispatch: { ...firstToLeave, statuses: ['processing'] },
  late: { ...firstToLeave, statuses: ['pending', 'processing'] },
  attention: newestFirst,
  shipped: { keys: [left], descending: true, statuses: ['shipped', 'delivered'] },
  unpaid: { ...newestFirst, statuses: ['pending', 'processing'] },
  cancelled: { ...newestFirst, statuses: ['cancelled', 'pending', 'processing'] },
}

export function viewShape(view: OrderView): Shape {
  return shapes[view]
}

/** The rule of a view as SQL. Literals, not parameters: the planner has to match the partial index of the view. */
function ruleCondition(view: OrderView): RawBuilder<boolean> {
  const { places, notPlace, isOverdue, isUnderReview } = viewRule(view)
  const conditions = [
    // The waiting places share one index, whose condition lists all of them.
    places?.every((place) => waitingPlaces.includes(place)) && isInPlace(waitingPlaces),
    places && places !== waitingPlaces && isInPlace(places),
    notPlace && sql`o.order_view <> ${sql.lit(notPlace)}`,
    isOverdue && sql`o.dispatch_by < ${shopDay}`,
    isUnderReview && isNoted('o.id'),
  ]
  return and(conditions.filter((condition) => typeof condition === 'object'))
}

function isInPlace(places: readonly OrderPlace[]): RawBuilder<boolean> {
  return sql`o.order_view in (${sql.join(places.map((place) => sql.lit(place)))})`
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions, sql` and `)}`
}

/**
 * The orders of a filter without its search text, by an index in the order of the view. Days are in shop time: of the
 * order, or, in the view of shipped orders, of the dispatch.
 */
export function viewCondition({
  view,
  payment = null,
  status = null,
  from = null,
  to = null,
}: Pick<OrderFilter, 'view'> & Partial<OrderFilter>): RawBuilder<boolean> {
  const { statuses, keys } = shapes[view]
  if (status !== null && statuses !== null && !statuses.includes(status)) return sql`false`
  if (payment === 'paid' && view === 'unpaid') return sql`false`
  const day = view === 'shipped' ? keys[0]?.column : sql`o.created_at`
  const conditions = [
    ruleCondition(view),
    // The planner takes a plain `= 'pending'` for as frequent here as among all orders, and reads them all.
    view === 'shipped' && payment === 'pending' ? sql`nullif(o.payment_status, 'pending') is null` : null,
    status === null ? null : sql`o.order_status = ${sql.lit(status)}`,
    payment === null ? null : sql`o.payment_status = ${sql.lit(payment)}`,
    from === null ? null : sql`${day} >= (${from}::date::timestamp at time zone ${shop.timeZone})`,
    to === null ? null : sql`${day} < ((${to}::date + 1)::timestamp at time zone ${shop.timeZone})`,
  ]
  return and(conditions.filter((condition) => condition !== null))
}

/** The sort order of a view. */
export function viewOrder({ keys, descending }: Shape): RawBuilder<unknown> {
  const columns = [...keys.map(({ column }) => column), sql`o.id`]
  return sql.join(columns.map((column) => (descending ? sql`${column} desc` : column)))
}

const forms = {
  timestamptz: /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00$/,
  date: /^\d{4}-\d\d-\d\d$/,
}

/** The position of an order in its view, as text: the cursor after which the next page begins. Of `pre_orders o`. */
export function cursorOf(view: OrderView): RawBuilder<string> {
  const columns = [...viewShape(view).keys.map(({ column }) => column), sql`o.id`]
  return sql`concat_ws('_', ${sql.join(columns.map((column) => sql`${column}::text`))})`
}

/**
 * The orders after a cursor of `cursorOf`. New orders sort before or after it, so that no page skips or repeats an
 * order. Refuses bad_request for an invalid cursor.
 */
export function afterCursor(view: OrderView, place: string | null): RawBuilder<boolean> {
  if (place === null) return sql`true`
  const { keys, descending } = viewShape(view)
  const values = place.split('_')
  const types = [...keys.map(({ type }) => type), 'uuid' as const]
  if (values.length !== types.length || !types.every((type, at) => isOf(type, values[at] ?? ''))) {
    throw new AppError('bad_request', 'This page of the list doesn’t exist.')
  }
  const columns = sql.join([...keys.map(({ column }) => column), sql`o.id`])
  const after = sql.join(types.map((type, at) => sql`${values[at]}::${sql.raw(type)}`))
  return descending ? sql`(${columns}) < (${after})` : sql`(${columns}) > (${after})`
}

function isOf(type: 'timestamptz' | 'date' | 'uuid', value: string): boolean {
  if (type === 'uuid') return z.uuid().safeParse(value).success
  const [day = ''] = value.split(' ')
  return isCalendarDay(day) && forms[type].test(value)
}

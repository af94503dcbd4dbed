import { shop } from '#shop'

/** Each order is in exactly one place; the generated column `pre_orders.order_view` decides. */
export const orderPlaces = ['to_make', 'in_progress', 'to_dispatch', 'shipped', 'unpaid', 'cancelled'] as const
export type OrderPlace = (typeof orderPlaces)[number]

/** The places of orders that have not shipped yet. */
export const waitingPlaces: readonly OrderPlace[] = ['to_make', 'in_progress', 'to_dispatch']

/** The place that the view of all orders leaves out. */
export const unlistedPlace: OrderPlace = 'unpaid'

/** Which orders a view contains: those that meet every condition the rule names. */
export type ViewRule = {
  /** The order is in one of these places. */
  places?: readonly OrderPlace[]
  /** The order is in any other place. */
  notPlace?: OrderPlace
  /** The day of dispatch is before today. */
  isOverdue?: true
  /** The owner has a review note to read. */
  isUnderReview?: true
}

/**
 * The one list of the owner's views: the places, and filters over them (all, late, needs attention). The list, the
 * counts and the exports read the rules as SQL (`order-view-sql.ts`), the browser by `isInView`.
 */
export const orderViews = [
  { id: 'all', name: 'All', rule: { notPlace: unlistedPlace } },
  { id: 'to_make', name: 'To make', rule: { places: ['to_make'] } },
  { id: 'in_progress', name: 'In progress', rule: { places: ['in_progress'] } },
  { id: 'to_dispatch', name: 'To dispatch', rule: { places: ['to_dispatch'] } },
  { id: 'late', name: 'Late', rule: { places: waitingPlaces, isOverdue: true } },
  { id: 'attention', name: 'Needs attention', rule: { isUnderReview: true } },
  { id: 'shipped', name: 'Shipped', rule: { places: ['shipped'] } },
  { id: 'unpaid', name: 'Unpaid', rule: { places: ['unpaid'] } },
  { id: 'cancelled', name: 'Cancelled', rule: { places: ['cancelled'] } },
] as const satisfies readonly { id: string; name: string; rule: ViewRule }[]
export type OrderView = (typeof orderViews)[number]['id']

const rules = new Map<OrderView, ViewRule>(orderViews.map(({ id, rule }) => [id, rule]))

export function viewRule(view: OrderView): ViewRule {
  return rules.get(view) ?? {}
}

/** The filter by pre-orders: orders with one, and orders without. */
export const preorderChoices = [
  { id: 'yes', name: 'With a pre-order' },
  { id: 'no', name: 'Without pre-orders' },
] as const
export type PreorderChoice = (typeof preorderChoices)[number]['id']

/** A view with this many orders or more has this count. */
export const maxCounted = 1_000

/** The views with cut lists and packing slips. */
export const printableViews = ['to_make', 'in_progress', 'to_dispatch', 'late'] as const satisfies readonly OrderView[]

type Placed = { order_view: OrderPlace; dispatch_by: string; review_notes?: readonly unknown[] }

/**
 * Whether a view contains an order. `today` and `dispatch_by`: 'YYYY-MM-DD' in shop time, so text order is day order.
 */
export function isInView(
  { order_view, dispatch_by, review_notes = [] }: Placed,
  view: OrderView,
  today: string,
): boolean {
  const { places, notPlace, isOverdue, isUnderReview } = viewRule(view)
  return (
    (!places || places.includes(order_view)) &&
    order_view !== notPlace &&
    (!isOverdue || dispatch_by < today) &&
    (!isUnderReview || review_notes.length > 0)
  )
}

type Exported = { view: OrderView; q: string } & Record<'payment' | 'status' | 'from' | 'to', string | null> &
  Partial<Record<'garment' | 'size' | 'country' | 'preorder', string | null>>

/**
 * The name of a file of exported orders: what is in it, and the day it was made. `day`: 'YYYY-MM-DD' in shop time. A
 * search text is personal, so the name only says that there was one.
 */
export function exportName(exported: Exported, day: string): string {
  const { view, payment, status, garment, size, country, preorder, q, from, to } = exported
  const period = [from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-')
  const parts = [
    shop.shortName,
    'orders',
    view.replaceAll('_', '-'),
    status,
    payment && `payment-${payment}`,
    garment && 'one-garment',
    size && `size-${size.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`,
    country,
    preorder && `${preorder === 'yes' ? 'with' : 'without'}-pre-orders`,
    q && 'search',
    period && `${period}-as-of`,
    day,
  ]
  return `${parts.filter(Boolean).join('-')}.csv`
}

/** Each order is in exactly one place; the generated column `pre_orders.order_view` decides. */
export const orderPlaces = ['to_make', 'in_progress', 'to_dispatch', 'shipped', 'unpaid', 'cancelled'] as const
export type OrderPlace = (typeof orderPlaces)[number]

/** The places of orders that have not shipped yet. */
export const waitingPlaces: readonly OrderPlace[] = ['to_make', 'in_progress', 'to_dispatch']

/**
 * The one list of the owner's views: the places, and filters over them (all, late, needs attention). `order-view-sql.ts`
 * gives each its SQL, `count-orders.ts` its count, the list its name.
 */
export const orderViews = [
  { id: 'all', name: 'All' },
  { id: 'to_make', name: 'To make' },
  { id: 'in_progress', name: 'In progress' },
  { id: 'to_dispatch', name: 'To dispatch' },
  { id: 'late', name: 'Late' },
  { id: 'attention', name: 'Needs attention' },
  { id: 'shipped', name: 'Shipped' },
  { id: 'unpaid', name: 'Unpaid' },
  { id: 'cancelled', name: 'Cancelled' },
] as const
export type OrderView = (typeof orderViews)[number]['id']

/** The views with cut lists and packing slips. */
export const printableViews = ['to_make', 'in_progress', 'to_dispatch', 'late'] as const satisfies readonly OrderView[]

type Placed = { order_view: OrderPlace; dispatch_by: string; needs_review: string | null }

/** Whether a view holds an order, like its SQL. `today` and `dispatch_by`: 'YYYY-MM-DD' in shop time. */
export function isInView({ order_view, dispatch_by, needs_review }: Placed, view: OrderView, today: string): boolean {
  if (view === 'all') return order_view !== 'unpaid'
  if (view === 'late') return waitingPlaces.includes(order_view) && dispatch_by < today
  if (view === 'attention') return needs_review !== null
  return order_view === view
}

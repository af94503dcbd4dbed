import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '#features/orders/order-state.ts'
import type { QueryOf } from '#platform/http/contract.ts'
import { isInView, type OrderView, orderViews, type PreorderChoice, preorderChoices } from '../api/order-views.ts'
import type { OrderRow } from '../order.ts'

type Kept = { q?: string; before?: string[]; opened?: boolean; at?: string }

// The server-rendered page does not depend on the shown orders, so its loaders do not run again.
const staying = { preventScrollReset: true, defaultShouldRevalidate: false } as const

/** The state of the orders list in the URL and the history entry: view, filter, page and open order. */
export function useListLocation() {
  const [query] = useSearchParams()
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const historyState = (state ?? {}) as Kept
  const filter = readFilter(query, state)
  const after = query.get('after')
  const open = query.get('order')

  const go = useCallback(
    (address: Record<string, string>, next: Kept, replace = false) => {
      const search = new URLSearchParams({ tab: 'orders', ...address }).toString()
      void navigate({ pathname, search }, { ...staying, replace, state: next })
    },
    [navigate, pathname],
  )

  const address = addressOf(filter)
  const page: Record<string, string> = after ? { after } : {}
  const earlier = historyState.before ?? []

  return {
    filter,
    after,
    open,
    /** The part of the open order to focus: 'tracking' is its tracking number field. */
    at: historyState.at ?? null,
    /** Another view or filter begins at its first page. `replace` keeps typing out of the history. */
    narrow(change: Partial<OrderFilter>, replace = false) {
      const next = { ...filter, ...change }
      go(addressOf(next), { q: next.q }, replace)
    },
    older(next: string) {
      go({ ...address, after: next }, { q: filter.q, before: [...earlier, after ?? ''] })
    },
    /** The previous page; the first page where the previous one is not known. */
    newer() {
      const previous = earlier.at(-1)
      go({ ...address, ...(previous ? { after: previous } : {}) }, { q: filter.q, before: earlier.slice(0, -1) })
    },
    openOrder(orderNumber: string, at?: string) {
      go({ ...address, ...page, order: orderNumber }, { ...historyState, opened: true, ...(at ? { at } : {}) })
    },
    /**
     * Closes the order. Where it was opened from the list, this goes back in the history, so that Back does not reopen
     * it.
     */
    closeOrder() {
      if (historyState.opened) return void navigate(-1)
      go({ ...address, ...page }, { q: filter.q, before: earlier }, true)
    },
  }
}

export type ListLocation = ReturnType<typeof useListLocation>

export type OrderFilter = {
  view: OrderView
  /** The search text; see `readFilter` for where it is stored. */
  q: string
  payment: PaymentStatus | null
  status: OrderStatus | null
  /** The id of a product. */
  garment: string | null
  size: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  preorder: PreorderChoice | null
  /** Days of the order in shop time, 'YYYY-MM-DD', both included. */
  from: string | null
  to: string | null
}

export const noFilter: OrderFilter = {
  view: 'all',
  q: '',
  ...{ payment: null, status: null, garment: null, size: null, country: null, preorder: null, from: null, to: null },
}

/** What a filter has besides its view and its search text, each by the same name in the page's address. */
const narrowing = ['payment', 'status', 'garment', 'size', 'country', 'preorder', 'from', 'to'] as const

/** Whether anything besides the view and the search narrows the list. */
export function isNarrowed(filter: OrderFilter): boolean {
  return narrowing.some((name) => filter[name] !== null)
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * The filter of a URL; invalid values are ignored. The search text is often a customer's name or e-mail address, and a
 * URL reaches the browser's history, logs and other people. So `q` is stored in the history entry (`state`), where only
 * Back and a reload of this tab find it.
 */
export function readFilter(query: URLSearchParams, state: unknown): OrderFilter {
  return {
    view: orderViews.find(({ id }) => id === query.get('view'))?.id ?? 'all',
    q: textOf(state),
    payment: paymentStatuses.find(({ id }) => id === query.get('payment'))?.id ?? null,
    status: orderStatuses.find(({ id }) => id === query.get('status'))?.id ?? null,
    garment: readText(query.get('garment'), uuid),
    size: readText(query.get('size'), /^.{1,40}$/u),
    country: readText(query.get('country'), /^[A-Z]{2}$/),
    preorder: preorderChoices.find(({ id }) => id === query.get('preorder'))?.id ?? null,
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  }
}

function textOf(state: unknown): string {
  if (!state || typeof state !== 'object' || !('q' in state)) return ''
  return typeof state.q === 'string' ? state.q : ''
}

function readText(text: string | null, form: RegExp): string | null {
  return text !== null && form.test(text) ? text : null
}

function readDay(text: string | null): string | null {
  return text && isoDay.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

/** The URL parameters of a filter, without default values and the search text. */
export function addressOf(filter: OrderFilter): Record<string, string> {
  const { view } = filter
  return { ...(view !== 'all' && { view }), ...setParts(filter) }
}

/** The query of the API calls that read or export orders. */
export function queryOf(filter: OrderFilter): QueryOf<'export-orders'> {
  const { view, q } = filter
  return { view, ...(q && { q }), ...setParts(filter) }
}

function setParts(filter: OrderFilter): Record<string, string> {
  const parts = narrowing.map((name) => [name, filter[name]] as const)
  return Object.fromEntries(parts.filter((part): part is [(typeof narrowing)[number], string] => part[1] !== null))
}

/** What the counts of the views follow of a filter; empty where they count every order. */
export function searchOf(filter: OrderFilter): QueryOf<'order-counts'> {
  const { q, garment, size, country, preorder } = filter
  return {
    ...(q && { q }),
    ...(garment && { garment }),
    ...(size && { size }),
    ...(country && { country }),
    ...(preorder && { preorder }),
  }
}

/** Whether the view has no further filter. */
export function isUnfiltered(filter: OrderFilter): boolean {
  return !filter.q && !isNarrowed(filter)
}

type Filtered = Pick<OrderRow, 'order_view' | 'order_status' | 'payment_status' | 'dispatch_by' | 'review_notes'>

/**
 * Whether an order is in the view and matches its filters of payment and status. What was ordered, search text and days
 * are left to the server.
 */
export function belongs(order: Filtered, { view, payment, status }: OrderFilter, today: string): boolean {
  if (payment && order.payment_status !== payment) return false
  if (status && order.order_status !== status) return false
  return isInView(order, view, today)
}

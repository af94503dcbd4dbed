import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '#features/orders/order-state.ts'
import type { QueryOf } from '#platform/http/contract.ts'
import { isInView, type OrderView, orderViews } from '../api/order-views.ts'
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
  /** Days of the order in shop time, 'YYYY-MM-DD', both included. */
  from: string | null
  to: string | null
}

export const noFilter: OrderFilter = { view: 'all', q: '', payment: null, status: null, from: null, to: null }

const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * The filter of a URL; invalid values are ignored. The search text is often a customer's name or e-mail address, and a
 * URL reaches the browser's history, logs and other people. So `q` is stored in the history entry (`state`), where only
 * Back and a reload of this tab find it.
 */
export function readFilter(query: URLSearchParams, state: unknown): OrderFilter {
  return {
    view: orderViews.find(({ id }) => id === query.get('view'))?.id ?? 'all',
    q: searchOf(state),
    payment: paymentStatuses.find(({ id }) => id === query.get('payment'))?.id ?? null,
    status: orderStatuses.find(({ id }) => id === query.get('status'))?.id ?? null,
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  }
}

function searchOf(state: unknown): string {
  if (!state || typeof state !== 'object' || !('q' in state)) return ''
  return typeof state.q === 'string' ? state.q : ''
}

function readDay(text: string | null): string | null {
  return text && isoDay.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

/** The URL parameters of a filter, without default values and the search text. */
export function addressOf({ view, payment, status, from, to }: OrderFilter): Record<string, string> {
  return given({ view: view === 'all' ? null : view, payment, status, from, to })
}

/** The query of the API calls that read, count or export orders. */
export function queryOf({ view, q, payment, status, from, to }: OrderFilter): QueryOf<'export-orders'> {
  return {
    view,
    q: q || undefined,
    payment: payment ?? undefined,
    status: status ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
  }
}

function given(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Whether the view has no further filter. */
export function isUnfiltered({ q, payment, status, from, to }: OrderFilter): boolean {
  return !q && !payment && !status && !from && !to
}

type Filtered = Pick<OrderRow, 'order_view' | 'order_status' | 'payment_status' | 'dispatch_by' | 'review_notes'>

/**
 * Whether an order is in the view and matches its filters of payment and status. Search text and days are left to the
 * server.
 */
export function belongs(order: Filtered, { view, payment, status }: OrderFilter, today: string): boolean {
  if (payment && order.payment_status !== payment) return false
  if (status && order.order_status !== status) return false
  return isInView(order, view, today)
}

import { isInView, type OrderView, orderViews } from '../api/order-views.ts'
import { type OrderRow, type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '../order.ts'

export type OrderFilter = {
  view: OrderView
  /** What is searched for; see `readFilter` for where it is kept. */
  q: string
  payment: PaymentStatus | null
  status: OrderStatus | null
  /** Days of the order in shop time, 'YYYY-MM-DD', both included. */
  from: string | null
  to: string | null
}

export const everything: OrderFilter = { view: 'all', q: '', payment: null, status: null, from: null, to: null }

const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * The filter an address stands for; what it does not know it leaves out. The text searched for is mostly somebody's name
 * or e-mail address, and an address goes to the history of the browser, to whoever it is sent to and to logs: so `q` is
 * kept with the entry of the session's history (`state`), where Back and reloading find it and nobody else does.
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

/** The part of the filter an address holds, without what is as usual. */
export function addressOf({ view, payment, status, from, to }: OrderFilter): Record<string, string> {
  return given({ view: view === 'all' ? null : view, payment, status, from, to })
}

/** The query of the functions that read, count or export orders. */
export function queryOf({ q, view, ...rest }: OrderFilter, more: Record<string, string | null> = {}): string {
  return new URLSearchParams({ view, ...given({ q: q || null, ...rest, ...more }) }).toString()
}

function given(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Whether nothing narrows the view. */
export function isUnfiltered({ q, payment, status, from, to }: OrderFilter): boolean {
  return !q && !payment && !status && !from && !to
}

/** Whether an order is still what the view and the filter are about, as far as can be told without asking. */
export function belongs(order: OrderRow, { view, payment, status }: OrderFilter, today: string): boolean {
  if (payment && order.payment_status !== payment) return false
  if (status && order.order_status !== status) return false
  return isInView(order, view, today)
}

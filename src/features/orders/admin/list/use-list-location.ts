import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { addressOf, type OrderFilter, readFilter } from './order-filter-url.ts'

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

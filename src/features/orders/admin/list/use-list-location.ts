import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { addressOf, type OrderFilter, readFilter } from './order-filter-url.ts'

type Kept = { q?: string; before?: string[]; opened?: boolean; at?: string }

// Nothing the server rendered depends on which orders are shown, so the page itself is not asked for again.
const staying = { preventScrollReset: true, defaultShouldRevalidate: false } as const

/** Where she is in the orders: the view with its filter, the page of it, and the order that is open. */
export function useListLocation() {
  const [query] = useSearchParams()
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const kept = (state ?? {}) as Kept
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
  const earlier = kept.before ?? []

  return {
    filter,
    after,
    open,
    /** What of the open order she asked for: 'tracking' puts the cursor into its field. */
    at: kept.at ?? null,
    /** Another view or filter begins at its first page. What is being typed makes no entry of its own in the history. */
    narrow(change: Partial<OrderFilter>, replace = false) {
      const next = { ...filter, ...change }
      go(addressOf(next), { q: next.q }, replace)
    },
    older(next: string) {
      go({ ...address, after: next }, { q: filter.q, before: [...earlier, after ?? ''] })
    },
    /** The page before this one; the first where the way here is not known. */
    newer() {
      const previous = earlier.at(-1)
      go({ ...address, ...(previous ? { after: previous } : {}) }, { q: filter.q, before: earlier.slice(0, -1) })
    },
    openOrder(orderNumber: string, at?: string) {
      go({ ...address, ...page, order: orderNumber }, { ...kept, opened: true, ...(at ? { at } : {}) })
    },
    /** Goes back to the list: by the history where she came from there, so that Back does not open the order again. */
    closeOrder() {
      if (kept.opened) return void navigate(-1)
      go({ ...address, ...page }, { q: filter.q, before: earlier }, true)
    },
  }
}

export type ListLocation = ReturnType<typeof useListLocation>

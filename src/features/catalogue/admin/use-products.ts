import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchShopTime, shopNow } from '#admin/shop-now.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import type { ProductRow } from '../product.schema.ts'
import { nameOrSlugHolds, type ProductFilter } from './product-filter.ts'

const perPage = 60
/** As many are read anew at once: a list of the data surface ends at a thousand. */
const mostAtOnce = perPage * 16

export type Listed = { rows: ProductRow[]; total: number } | 'loading' | { problem: string }

/**
 * The products of a filter, the oldest first, page by page. They are read again whenever the window
 * is looked at again. `busy`: more, or another part of them, is on its way.
 */
export function useProducts({ part, q }: ProductFilter) {
  const [listed, setListed] = useState<Listed>('loading')
  const [busy, setBusy] = useState(true)
  const asked = useRef(0)
  const shown = useRef(0)

  /** An answer to an earlier question is not shown. */
  const ask = useCallback(
    async (first: number, count: number) => {
      asked.current += 1
      const question = asked.current
      setBusy(true)
      const found = await readProducts({ part, q }, first, count)
      if (question !== asked.current) return null
      setBusy(false)
      return found
    },
    [part, q],
  )

  const reload = useCallback(async () => {
    const count = Math.min(Math.max(Math.ceil(shown.current / perPage), 1) * perPage, mostAtOnce)
    const [found] = await Promise.all([ask(0, count), fetchShopTime()])
    if (!found) return
    shown.current = 'rows' in found ? found.rows.length : shown.current
    // What is shown is better than a page that says that it could not be read anew.
    setListed((before) => ('problem' in found && typeof before === 'object' && 'rows' in before ? before : found))
  }, [ask])

  useEffect(() => {
    shown.current = 0
    setListed('loading')
    void reload()
  }, [reload])
  useLooking(reload, null)

  /** Adds the next page; gives what stood in the way, if something did. */
  async function more(): Promise<string | null> {
    if (busy || typeof listed === 'string' || 'problem' in listed) return null
    const found = await ask(listed.rows.length, perPage)
    if (!found) return null
    if ('problem' in found) return found.problem
    const known = new Set(listed.rows.map(({ id }) => id))
    const rows = [...listed.rows, ...found.rows.filter(({ id }) => !known.has(id))]
    shown.current = rows.length
    setListed({ rows, total: found.total })
    return null
  }

  return { listed, busy, reload, more }
}

type Found = { rows: ProductRow[]; total: number } | { problem: string }

async function readProducts({ part, q }: ProductFilter, first: number, count: number): Promise<Found> {
  try {
    if (part === 'pre-order') await fetchShopTime()
    const backend = await loadBackend()
    let query = backend.from('products').select('*', { count: 'exact' })
    if (part === 'active' || part === 'inactive') query = query.eq('active', part === 'active')
    if (part === 'pre-order') query = query.eq('is_preorder', true).gt('preorder_end_date', shopNow().toISOString())
    if (q) query = query.or(nameOrSlugHolds(q))
    const {
      data,
      count: total,
      error,
    } = await query
      .order('created_at', { ascending: true })
      .order('id', { ascending: true })
      .range(first, first + count - 1)
      .overrideTypes<ProductRow[], { merge: false }>()
    // Past the end there is nothing: somebody deleted what stood there.
    if (error?.code === 'PGRST103') return { rows: [], total: first }
    if (error) return { problem: error.code ? error.message : unreachable }
    return { rows: data, total: total ?? data.length }
  } catch {
    return { problem: unreachable }
  }
}

const unreachable = 'The shop could not be reached.'

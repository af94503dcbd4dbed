import { useEffect, useState } from 'react'
import { useStoredValue } from '#ui/stored-value.ts'
import { fetchGarments } from '../fetch-garments.ts'
import type { ProductSummary } from '../product-summary.ts'
import { savedGarments } from './saved-garments.ts'

type Loaded = {
  /** The ids saved now. */
  saved: readonly string[]
  /** The ids saved now or earlier in this visit, in order; null before the browser's list is read. */
  listed: readonly string[] | null
  /** The public garments of `listed`; null while they load. */
  garments: ProductSummary[] | null
  hasFailed: boolean
  retry: () => void
}

/** The saved garments as the shop has them now. A removed one stays in the list, so that it can be put back. */
export function useSavedGarments(): Loaded {
  const saved = useStoredValue(savedGarments)
  const [listed, setListed] = useState<string[] | null>(null)
  const [garments, setGarments] = useState<ProductSummary[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value of the first render is not the browser's.
  useEffect(() => setListed((before) => withNew(before, savedGarments.get())), [saved])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again.
  useEffect(() => {
    if (!listed) return
    const leaving = new AbortController()
    fetchGarments(listed, leaving.signal).then(
      (found) => {
        setGarments(found)
        setFailed(false)
      },
      () => leaving.signal.aborted || setFailed(true),
    )
    return () => leaving.abort()
  }, [listed, attempt])

  function retry(): void {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return { saved, listed, garments, hasFailed, retry }
}

function withNew(before: string[] | null, ids: string[]): string[] {
  const more = before ? ids.filter((id) => !before.includes(id)) : ids
  return before && more.length === 0 ? before : [...more, ...(before ?? [])]
}

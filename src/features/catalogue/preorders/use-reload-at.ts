import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const longestMs = 2 ** 31 - 1

/** Runs the page's loaders again at this time (ISO 8601), so that an open page changes when a pre-order ends. */
export function useReloadAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moment) return
    const atMs = Date.parse(moment)
    // A time before the page was loaded means that this browser's clock is ahead: the reload is delayed, to avoid a
    // loop. A later one may be past, since a page's script may begin long after the page was loaded.
    const waitMs = atMs < performance.timeOrigin ? 15_000 : Math.min(atMs - Date.now() + 500, longestMs)
    const timer = setTimeout(() => void revalidate(), waitMs)
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}

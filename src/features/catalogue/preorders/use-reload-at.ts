import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const longestMs = 2 ** 31 - 1

/** Asks the page's loaders again when this moment (ISO) comes, so an open page changes when a pre-order ends. */
export function useReloadAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moment) return
    const waitMs = Date.parse(moment) - Date.now()
    // A past moment means that this browser's clock is ahead: the reload waits, to avoid a loop.
    const timer = setTimeout(() => void revalidate(), waitMs > 0 ? Math.min(waitMs + 500, longestMs) : 15_000)
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const longestMs = 2 ** 31 - 1

/** Runs the page's loaders again at this time (ISO 8601), so that an open page changes when a pre-order ends. */
export function useReloadAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moment) return
    const waitMs = Date.parse(moment) - Date.now()
    // A past time means that this browser's clock is ahead: the reload is delayed, to avoid a loop.
    const timer = setTimeout(() => void revalidate(), waitMs > 0 ? Math.min(waitMs + 500, longestMs) : 15_000)
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}

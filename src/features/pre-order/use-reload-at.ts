import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const longestMs = 2 ** 31 - 1

/** Asks the page's loaders again when this moment (ISO) comes, so an open page changes when a pre-order ends. */
export function useReloadAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!moment) return
    const waitMs = Date.parse(moment) - Date.now()
    // A device whose clock runs ahead must not ask again and again.
    const timer = setTimeout(() => void revalidate(), Math.min(Math.max(waitMs + 500, 15_000), longestMs))
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}

import { useEffect, useRef } from 'react'

/**
 * Calls `look` again and again while the tab is seen, `everyMs` after its last answer, and once whenever it is seen
 * again; null: only then. A look is never begun while one is under way.
 */
export function useLooking(look: () => Promise<unknown>, everyMs: number | null): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let busy = false
    let over = false

    function plan() {
      clearTimeout(timer)
      if (everyMs !== null && !document.hidden && !over) timer = setTimeout(lookNow, everyMs)
    }
    async function lookNow() {
      if (busy || over) return
      busy = true
      await latest.current()
      busy = false
      plan()
    }
    function onVisibility() {
      if (document.hidden) clearTimeout(timer)
      else void lookNow()
    }

    plan()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', onVisibility)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onVisibility)
    }
  }, [everyMs])
}

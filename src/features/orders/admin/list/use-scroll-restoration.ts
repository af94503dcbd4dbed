import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/** The scroll position of the list that was left last. */
let left: { key: string; y: number } | null = null

/**
 * Restores the scroll position of a list when Back returns to it. The browser cannot do that, because the rows load
 * after the session check. `key` names the list; `isThere`: its rows are rendered.
 */
export function useScrollRestoration(key: string, isThere: boolean): void {
  const isReturn = useNavigationType() === 'POP' && left?.key === key
  const wanted = useRef(isReturn ? left : null)
  const latest = useRef(key)
  useEffect(() => {
    latest.current = key
  })

  useLayoutEffect(() => {
    if (!isThere || !wanted.current) return
    window.scrollTo({ top: wanted.current.y, behavior: 'instant' })
    wanted.current = null
  }, [isThere])

  useLayoutEffect(
    () => () => {
      left = { key: latest.current, y: window.scrollY }
    },
    [],
  )
}

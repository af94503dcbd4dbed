import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/** How far down the list was when she left it. */
let left: { key: string; y: number } | null = null

/**
 * Scrolls a list to where it was left when Back leads to it again: the browser cannot, as nothing is there before she is
 * known. `key` names the list, `isThere` says that its rows are.
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

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the new page's heading after a client-side navigation, since browsers do not announce one: a
 * screen reader reads the heading, and the keyboard continues from there. An element that the page has focused itself
 * keeps the focus.
 */
export function useFocusHeading(): void {
  const { pathname, hash } = useLocation()
  const announced = useRef(pathname)
  const before = useRef<Element>(null)
  // Before the new page can take the focus: React runs clean-ups first.
  useLayoutEffect(() => () => {
    before.current = document.activeElement
  })
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    if (hash || document.activeElement !== before.current) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}

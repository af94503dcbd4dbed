import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page within the shop the heading of the new page has the focus, since no browser says that one came:
 * a screen reader reads it, and the keyboard goes on from there. What a page itself gave the focus to keeps it.
 */
export function usePageTold(): void {
  const { pathname, hash } = useLocation()
  const told = useRef(pathname)
  const before = useRef<Element>(null)
  // Before the new page may take it: React cleans up first.
  useLayoutEffect(() => () => {
    before.current = document.activeElement
  })
  useEffect(() => {
    if (told.current === pathname) return
    told.current = pathname
    if (hash || document.activeElement !== before.current) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}

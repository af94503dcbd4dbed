import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * The garments this browser looked at before, and notes the one it looks at now. `here`: its slug, or none. The server
 * renders an empty place; what fills it, code and all, is fetched when the browser has nothing else to do.
 */
export function RecentlyViewed({ here }: { here?: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ReactNode>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const idle = window.requestIdleCallback ?? setTimeout
    idle(() => {
      if (signal.aborted || !place.current) return
      // What shows them is fetched only where there are some.
      import('./seen.ts')
        .then(({ noteSeen, othersSeen }) => (othersSeen(noteSeen(here), here)[0] ? import('./show-seen.tsx') : null))
        .then((loaded) => (loaded && place.current ? loaded.showSeen({ here, place: place.current, signal }) : null))
        .then((content) => signal.aborted || setShown(content))
        // Without a connection there is nothing to look back at.
        .catch(() => undefined)
    })
    return () => {
      leaving.abort()
      setShown(null)
    }
  }, [here])
  return <div ref={place}>{shown}</div>
}

import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Shows the recently viewed garments of this browser and records the current one. `here`: its id, if any. The server
 * renders an empty element; its content and the code for it load when the browser is idle.
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
      // The components load only if there is something to show.
      import('../stored-garments.ts')
        .then(({ recordViewed, otherViewed }) =>
          otherViewed(recordViewed(here), here)[0] ? import('./viewed-garments.tsx') : null,
        )
        .then((loaded) => (loaded && place.current ? loaded.showViewed({ here, place: place.current, signal }) : null))
        .then((content) => signal.aborted || setShown(content))
        // Without a connection the section stays empty.
        .catch(() => undefined)
    })
    return () => {
      leaving.abort()
      setShown(null)
    }
  }, [here])
  return <div ref={place}>{shown}</div>
}

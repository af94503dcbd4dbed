import { type RefObject, useEffect, useState } from 'react'

type Place = 'below' | 'in view' | 'above'

/** Where an element is: below the viewport or in its lowest quarter only, in view, or above it. */
export function usePlace(element: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>('below')
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isBelow = entry.boundingClientRect.top > 0
        setPlace(entry.isIntersecting ? 'in view' : isBelow ? 'below' : 'above')
      },
      { rootMargin: '0px 0px -25% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return place
}

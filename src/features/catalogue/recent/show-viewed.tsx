import type { ReactNode } from 'react'
import { fetchGarments } from '../fetch-garments.ts'
import { otherViewed, recordViewed } from './viewed.ts'
import { ViewedGarments } from './viewed-garments.tsx'

type Options = { here: string | undefined; place: HTMLElement; signal: AbortSignal }

/**
 * Records `here` and renders the garments viewed before; null for none. Resolves when `place` is outside the viewport,
 * so that no visible content moves.
 */
export async function showViewed({ here, place, signal }: Options): Promise<ReactNode> {
  const products = await fetchGarments(otherViewed(recordViewed(here), here), signal)
  if (products.length === 0) return null
  await outOfSight(place, signal)
  return <ViewedGarments products={products} />
}

function outOfSight(place: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(([entry]) => {
      // Content above the viewport moves nothing either: browsers anchor the scroll position.
      if (!entry || entry.isIntersecting) return
      watch.disconnect()
      resolve()
    })
    watch.observe(place)
    signal.addEventListener('abort', () => watch.disconnect())
  })
}

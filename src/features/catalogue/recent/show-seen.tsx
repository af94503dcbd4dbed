import type { ReactNode } from 'react'
import { readSeen } from './read-seen.ts'
import { noteSeen, othersSeen } from './seen.ts'
import { SeenGarments } from './seen-garments.tsx'

type Options = { here: string | undefined; place: HTMLElement; signal: AbortSignal }

/**
 * What to show of the garments seen in this browser, and `here` is one of them from now on; null for nothing. It comes once
 * the place it goes to is out of sight, so that nothing moves under anybody's eyes.
 */
export async function showSeen({ here, place, signal }: Options): Promise<ReactNode> {
  const products = await readSeen(othersSeen(noteSeen(here), here), signal)
  if (products.length === 0) return null
  await outOfSight(place, signal)
  return <SeenGarments products={products} />
}

function outOfSight(place: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(([entry]) => {
      // What lies above the screen moves nothing either: browsers hold on to what is read.
      if (!entry || entry.isIntersecting) return
      watch.disconnect()
      resolve()
    })
    watch.observe(place)
    signal.addEventListener('abort', () => watch.disconnect())
  })
}

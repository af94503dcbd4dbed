import { useEffect } from 'react'
import type { PageKind } from './figures.ts'

const interactions = ['pointerdown', 'keydown', 'scroll'] as const
const latestMs = 8_000

/**
 * Measures this visit, unless the visitor's browser asks for no tracking or for saving data. The measuring code loads
 * when the page is idle, after a first interaction or a delay.
 */
export function useVitals(enabled: boolean): void {
  useEffect(() => {
    const page = kindOf(location.pathname)
    if (!enabled || !page || optsOut()) return
    let timer = 0
    function begin() {
      stop()
      // A visit whose connection fails is not measured.
      const load = () =>
        import('./measure-visit.ts').then(
          ({ measureVisit }) => page && measureVisit(page),
          () => undefined,
        )
      if ('requestIdleCallback' in window) requestIdleCallback(load)
      else setTimeout(load, 200)
    }
    function stop() {
      clearTimeout(timer)
      for (const interaction of interactions) removeEventListener(interaction, begin)
    }
    for (const interaction of interactions) addEventListener(interaction, begin, { passive: true })
    timer = window.setTimeout(begin, latestMs)
    return stop
  }, [enabled])
}

type OptOuts = { globalPrivacyControl?: boolean; connection?: { saveData?: boolean } }

function optsOut(): boolean {
  const { doNotTrack, globalPrivacyControl, connection } = navigator as Navigator & OptOuts
  return doNotTrack === '1' || globalPrivacyControl === true || connection?.saveData === true
}

/** The kind of page at a path; null for the back office, which is not measured. */
function kindOf(path: string): PageKind | null {
  if (/^\/(?:admin|dev)(?:\/|$)/.test(path)) return null
  if (path === '/') return 'home'
  if (path === '/shop') return 'shop'
  return path.startsWith('/product/') ? 'product' : 'other'
}

import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import type { Device, Figure, PageKind } from './figures.ts'

const longest = 60_000
const widestPhone = 767

/**
 * Measures this visit from its beginning, as far as the browser remembers it, and tells the shop once, when the page is
 * left: numbers, the kind of page it began with and the kind of screen.
 */
export function measureVisit(page: PageKind): void {
  const measured: Partial<Record<Figure, number>> = {}
  const watch = (figure: Figure) => (metric: { value: number }) => {
    measured[figure] = Math.min(metric.value, longest)
  }
  const asItGoes = { reportAllChanges: true }
  onLCP(watch('lcp'), asItGoes)
  onINP(watch('inp'), asItGoes)
  onTTFB(watch('ttfb'))
  onCLS(({ value }) => {
    measured.cls = Math.min(value, longest / 1_000)
  }, asItGoes)

  let isTold = false
  function tell() {
    if (isTold || document.visibilityState !== 'hidden' || Object.keys(measured).length === 0) return
    isTold = true
    const device: Device = matchMedia(`(width <= ${widestPhone}px)`).matches ? 'phone' : 'desk'
    const visit = JSON.stringify({ page, device, ...measured })
    navigator.sendBeacon('/functions/v1/vitals', new Blob([visit], { type: 'application/json' }))
  }
  // The last event that a phone is sure to send; pages left by a link have it too.
  addEventListener('visibilitychange', tell)
}

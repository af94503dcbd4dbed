import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import type { Device, Figure, PageKind } from './figures.ts'

const longest = 60_000
const widestPhone = 767

/**
 * Measures this visit from its start, as far as the browser buffers entries, and reports it once, when the visitor
 * leaves: the values, the kind of the first page and the kind of screen.
 */
export function measureVisit(page: PageKind): void {
  const measured: Partial<Record<Figure, number>> = {}
  const watch = (figure: Figure) => (metric: { value: number }) => {
    measured[figure] = Math.min(metric.value, longest)
  }
  const allChanges = { reportAllChanges: true }
  onLCP(watch('lcp'), allChanges)
  onINP(watch('inp'), allChanges)
  onTTFB(watch('ttfb'))
  onCLS(({ value }) => {
    measured.cls = Math.min(value, longest / 1_000)
  }, allChanges)

  let isReported = false
  function report() {
    if (isReported || document.visibilityState !== 'hidden' || Object.keys(measured).length === 0) return
    isReported = true
    const device: Device = matchMedia(`(width <= ${widestPhone}px)`).matches ? 'phone' : 'desk'
    const visit = JSON.stringify({ page, device, ...measured })
    navigator.sendBeacon('/functions/v1/vitals', new Blob([visit], { type: 'application/json' }))
  }
  // The last event that phones send reliably; it also fires when a link leaves the site.
  addEventListener('visibilitychange', report)
}

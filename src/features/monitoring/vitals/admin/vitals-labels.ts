import type { Device, Figure, PageKind, Verdict } from '../figures.ts'

export const figureWords: Record<Figure, { name: string; short: string }> = {
  lcp: { name: 'Page appears', short: 'LCP' },
  inp: { name: 'Page responds', short: 'INP' },
  cls: { name: 'Page jumps', short: 'CLS' },
  ttfb: { name: 'Server replies', short: 'TTFB' },
}

export const pageLabels: Record<PageKind, string> = {
  home: 'Home',
  shop: 'Shop',
  product: 'Product pages',
  other: 'Other pages',
}

export const deviceLabels: Record<Device, string> = { phone: 'On phones', desk: 'On larger screens' }

export const verdictLook: Record<Verdict, string> = {
  good: 'text-moss',
  middling: 'text-ink-soft',
  poor: 'text-mulberry',
}

/** Formats a figure: in seconds from one second, in milliseconds below, and layout shift without a unit. */
export function valueWords(figure: Figure, value: number): string {
  if (figure === 'cls') return (value / 1_000).toFixed(value < 100 ? 3 : 2)
  return value < 995 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`
}

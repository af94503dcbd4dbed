/** The measured web vitals, with Google's bounds for good and poor. */
export const figures = {
  /** Largest Contentful Paint: when the largest element of the first screen appeared, in milliseconds. */
  lcp: { good: 2_500, poor: 4_000 },
  /** Interaction to Next Paint: the slowest response to a touch or key, in milliseconds. */
  inp: { good: 200, poor: 500 },
  /** Cumulative Layout Shift, in thousandths. */
  cls: { good: 100, poor: 250 },
  /** Time to First Byte, in milliseconds. */
  ttfb: { good: 800, poor: 1_800 },
} as const

export type Figure = keyof typeof figures
export const figureNames = Object.keys(figures) as Figure[]

/** The kind of page that a visit started with. */
export const pageKinds = ['home', 'shop', 'product', 'other'] as const
export type PageKind = (typeof pageKinds)[number]

export const devices = ['phone', 'desk'] as const
export type Device = (typeof devices)[number]

export type Verdict = 'good' | 'middling' | 'poor'

/** The rating of a 75th percentile by Google's bounds. */
export function verdictOf(figure: Figure, value: number): Verdict {
  const { good, poor } = figures[figure]
  return value <= good ? 'good' : value <= poor ? 'middling' : 'poor'
}

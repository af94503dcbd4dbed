/** What is measured of a visit, by the names the web has for it, each with Google's bounds of good and poor. */
export const figures = {
  /** When the largest thing of the first screen was seen, in milliseconds. */
  lcp: { good: 2_500, poor: 4_000 },
  /** How long the slowest answer to a touch or key took, in milliseconds. */
  inp: { good: 200, poor: 500 },
  /** How much moved that nobody had moved, in thousandths. */
  cls: { good: 100, poor: 250 },
  /** When the first byte came, in milliseconds. */
  ttfb: { good: 800, poor: 1_800 },
} as const

export type Figure = keyof typeof figures
export const figureNames = Object.keys(figures) as Figure[]

/** The page a visit began with. */
export const pageKinds = ['home', 'shop', 'product', 'other'] as const
export type PageKind = (typeof pageKinds)[number]

export const devices = ['phone', 'desk'] as const
export type Device = (typeof devices)[number]

export type Verdict = 'good' | 'middling' | 'poor'

/** What three of four visits stayed within, judged by Google's bounds. */
export function verdictOf(figure: Figure, value: number): Verdict {
  const { good, poor } = figures[figure]
  return value <= good ? 'good' : value <= poor ? 'middling' : 'poor'
}

import type { Device, Figure, PageKind } from './figures.ts'

/**
 * The response of GET vitals: the 75th percentile of each figure, over the whole period and by day. In milliseconds;
 * `cls` in thousandths.
 */
export type VitalsResponse = { days: number; figures: VitalsFigure[] }

export type VitalsFigure = {
  figure: Figure
  page: PageKind
  device: Device
  visits: number
  p75: number
  /** By day, oldest first; null for a day without values. */
  daily: (number | null)[]
}

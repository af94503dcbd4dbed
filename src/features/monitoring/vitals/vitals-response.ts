import type { Device, Figure, PageKind } from './figures.ts'

/**
 * What GET vitals gives: of each figure the value that three of four visits stayed within, over the whole time and by the
 * day, the last one first to last. Milliseconds; of `cls` thousandths.
 */
export type VitalsResponse = { days: number; figures: VitalsFigure[] }

export type VitalsFigure = {
  figure: Figure
  page: PageKind
  device: Device
  visits: number
  p75: number
  /** By the day, oldest first; null where nothing was measured. */
  daily: (number | null)[]
}

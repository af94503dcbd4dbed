import { z } from 'zod'
import { devices, pageKinds } from './figures.ts'

const ms = z.number().min(0).max(60_000).optional()

/** The report of one visit: its first page, its kind of screen, and the values. Other fields are refused. */
export const VisitBody = z.strictObject({
  page: z.enum(pageKinds),
  device: z.enum(devices),
  lcp: ms,
  inp: ms,
  ttfb: ms,
  cls: z.number().min(0).max(60).optional(),
})
export type Visit = z.output<typeof VisitBody>

import { z } from 'zod'
import { devices, pageKinds } from './figures.ts'

const ms = z.number().min(0).max(60_000).optional()

/** What a browser tells of one visit: where it began, on what, and what was measured. Nothing besides is taken. */
export const VisitBody = z.strictObject({
  page: z.enum(pageKinds),
  device: z.enum(devices),
  lcp: ms,
  inp: ms,
  ttfb: ms,
  cls: z.number().min(0).max(60).optional(),
})
export type Visit = z.output<typeof VisitBody>

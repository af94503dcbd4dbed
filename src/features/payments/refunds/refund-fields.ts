import { z } from 'zod'
import { parseTyped } from '#base/money.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'

/** '12.5', 12.5 or '£12.50' as 1,250 pence. Refuses bad_request for anything else. */
export const Amount = z.union([z.number(), z.string()]).transform((amount) => {
  const read = parseTyped(amount)
  if (read === null || read < 1) throw fieldError('amount', 'Please enter an amount in pounds, such as 12.50.')
  return read
})

/** Free text; null where empty. */
export const Note = z
  .string()
  .trim()
  .max(1000, 'Please keep it to 1,000 characters.')
  .nullish()
  .transform((text) => text?.replaceAll(/[^\P{Cc}\n]/gu, ' ') || null)

export const Lines = z
  .array(z.object({ position: z.int().min(0).max(1000), quantity: z.int().min(1).max(20) }))
  .max(100)
  .refine(
    (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
    'Please list each garment once.',
  )

import type { Measures } from '#features/catalogue/measures.ts'
import { reachedPart } from '#ui/reached-part.tsx'
import type { MeasuredGarment } from './hem-by-garment.tsx'

/** A garment drawn on a woman of the customer's height. The loader of its page calls `renderWith`. */
export const hemPart = reachedPart<{ measures: Measures; name: string }>(
  async () => (await import('./hem-on-her.tsx')).HemOnHer,
)

/** The same for any of several garments. */
export const hemsPart = reachedPart<{ garments: readonly MeasuredGarment[] }>(
  async () => (await import('./hem-by-garment.tsx')).HemByGarment,
)

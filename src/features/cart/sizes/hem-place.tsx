import type { Measures } from '#features/catalogue/measures.ts'
import { reachedPart } from '#ui/reached-part.tsx'

/** A garment drawn on a woman of the customer's height. The loader of its page calls `renderWith`. */
export const hemPart = reachedPart<{ measures: Measures; name: string }>(
  async () => (await import('./hem-on-her.tsx')).HemOnHer,
)

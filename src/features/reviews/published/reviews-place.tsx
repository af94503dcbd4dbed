import { reachedPart } from '#ui/reached-part.tsx'
import type { GarmentReviews } from './published-reviews.ts'

/** The reviews of a garment. The loader of its page calls `renderWith`, so their script is no part of the page's. */
export const reviewsPart = reachedPart<{ reviews: GarmentReviews; name: string; path: string }>(
  async () => (await import('./reviews-section.tsx')).ReviewsSection,
)

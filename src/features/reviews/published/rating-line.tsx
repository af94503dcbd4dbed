import { Stars } from '../stars.tsx'
import type { ReviewFigures } from './published-reviews.ts'

/** The average beside the name of a garment, as stars that lead to its reviews. */
export function RatingLine({ figures: { average, counted } }: { figures: ReviewFigures }) {
  return (
    <a href="#reviews" className="-my-2 inline-flex min-h-11 items-center gap-x-2">
      <Stars count={average} />
      <span className="link text-small">{counted}</span>
    </a>
  )
}

import type { ReviewFigures } from './published-reviews.ts'

/** The average beside the name of a garment, which leads to its reviews. */
export function RatingLine({ figures: { average, counted } }: { figures: ReviewFigures }) {
  return (
    <a href="#reviews" className="mt-3 inline-flex min-h-11 items-center text-ink-soft">
      <span className="link">
        {average} out of 5, from {counted}
      </span>
    </a>
  )
}

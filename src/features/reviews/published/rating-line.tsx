import { averageText, countText, type ReviewFigures } from './published-reviews.ts'

/** The average beside the name of a garment, which leads to its reviews. */
export function RatingLine({ figures: { average, count } }: { figures: Pick<ReviewFigures, 'average' | 'count'> }) {
  return (
    <a href="#reviews" className="mt-3 inline-flex min-h-11 items-center text-ink-soft">
      <span className="link">
        {averageText(average)} out of 5, from {countText(count)}
      </span>
    </a>
  )
}

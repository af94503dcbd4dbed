import type { GarmentReviews } from './published-reviews.ts'

/** Search engines read few reviews of a page. */
const most = 10

/** The reviews of a garment as properties of its schema.org data; empty without any, since only real ones count. */
export function reviewJsonLd(reviews: GarmentReviews | null): object {
  if (!reviews) return {}
  const { figures, shown } = reviews
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: figures.average,
      reviewCount: figures.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: shown.slice(0, most).map(({ stars, words, name, isoDay }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
      author: { '@type': 'Person', name },
      datePublished: isoDay,
      reviewBody: words,
    })),
  }
}

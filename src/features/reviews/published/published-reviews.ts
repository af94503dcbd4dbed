import type { SupabaseClient } from '@supabase/supabase-js'
import { formatShopDate } from '#base/shop-time.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import type { Fit } from '../review.ts'

/** A published review as a garment's page shows it. `day`: when it was written, '3 June 2026'. */
export type PublishedReview = {
  id: string
  stars: number
  words: string
  heightCm: number | null
  size: string
  fit: Fit
  name: string
  pictures: { url: string; width: number; height: number; blur: string | null }[]
  day: string
  /** The same day, 'YYYY-MM-DD'. */
  isoDay: string
  answer: string | null
}

/**
 * All published reviews of a garment in figures. `average`: to a tenth. `byStars`: how many of one star, of two, and so
 * on.
 */
export type ReviewFigures = {
  count: number
  /** '12 reviews'. */
  counted: string
  average: number
  byStars: number[]
  byFit: Record<Fit, number>
}

/**
 * `shown`: those of this page, from 1, the newest first. `version` changes with the page and with every change of them.
 */
export type GarmentReviews = {
  figures: ReviewFigures
  shown: PublishedReview[]
  page: number
  pages: number
  version: string
}

type Row = Omit<PublishedReview, 'heightCm' | 'day' | 'isoDay'> & {
  height_cm: number | null
  written_at: string
  published_at: string
  answered_at: string | null
}

const columns = 'id, stars, words, height_cm, size, fit, name, pictures, written_at, published_at, answer, answered_at'
/** The most rows that /rest/v1 returns in one response. */
const maxRows = 1_000
export const reviewsPerPage = 60

/**
 * A page of the published reviews of a garment; null while it has none. Average and counts are of all of them. `page`:
 * as the address has it; the first for anything but a later page.
 */
export async function readPublishedReviews(
  backend: SupabaseClient,
  { productId, page }: { productId: string; page: string | null },
): Promise<GarmentReviews | null> {
  const rows = await readRows(backend, productId)
  return rows.length === 0 ? null : toGarmentReviews(rows, Number(page ?? 1))
}

function readRows(backend: SupabaseClient, productId: string): Promise<Row[]> {
  return memoizePerClient(backend, `reviews ${productId}`, async () => {
    const rows: Row[] = []
    for (;;) {
      const { data, error } = await backend
        .from('reviews')
        .select(columns)
        .eq('product_id', productId)
        .order('published_at', { ascending: false })
        .order('id')
        .range(rows.length, rows.length + maxRows - 1)
        .overrideTypes<Row[], { merge: false }>()
      // The range begins after the last row.
      if (error?.code === 'PGRST103') break
      if (error) throw new Error('The reviews of a garment could not be read', { cause: error })
      rows.push(...data)
      if (data.length < maxRows) break
    }
    return rows
  })
}

/** The reviews of these rows, of which there is at least one. */
export function toGarmentReviews(rows: readonly Row[], wanted = 1): GarmentReviews {
  const pages = Math.ceil(rows.length / reviewsPerPage)
  const page = Number.isInteger(wanted) && wanted >= 1 && wanted <= pages ? wanted : 1
  const shown = rows.slice((page - 1) * reviewsPerPage, page * reviewsPerPage)
  const changes = rows.flatMap(({ published_at, answered_at }) => [published_at, answered_at ?? ''])
  return {
    figures: figuresOf(rows),
    shown: shown.map(toReview),
    page,
    pages,
    version: `${page} ${rows.length} ${changes.toSorted().at(-1)} ${shown.filter(({ answer }) => answer).length}`,
  }
}

function figuresOf(rows: readonly Pick<Row, 'stars' | 'fit'>[]): ReviewFigures {
  const byFit: Record<Fit, number> = { small: 0, true: 0, large: 0 }
  for (const { fit } of rows) byFit[fit] += 1
  const sum = rows.reduce((total, { stars }) => total + stars, 0)
  return {
    count: rows.length,
    counted: rows.length === 1 ? '1 review' : `${rows.length} reviews`,
    // Rounded to a tenth, half up, as the page prints it.
    average: Math.round((sum / rows.length) * 10) / 10,
    byStars: [1, 2, 3, 4, 5].map((stars) => rows.filter((row) => row.stars === stars).length),
    byFit,
  }
}

function toReview({ height_cm, written_at, published_at: _, answered_at: __, ...row }: Row): PublishedReview {
  return { ...row, heightCm: height_cm, day: formatShopDate(written_at), isoDay: written_at.slice(0, 10) }
}

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

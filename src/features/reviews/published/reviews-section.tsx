import { printedSize } from '#features/catalogue/sizes/size.ts'
import { pictureAt } from '#ui/picture.tsx'
import { fitLabels, fits, howReviewsAreChecked } from '../review.ts'
import { Stars } from '../stars.tsx'
import { type GarmentReviews, type PublishedReview, type ReviewFigures, reviewsPerPage } from './published-reviews.ts'

/** Reviews that are open from the start. */
const openCount = 5

/**
 * The reviews of a garment: their average, how they spread, how they are checked, and what each says, the newest first.
 */
export function ReviewsSection({ reviews, name, path }: { reviews: GarmentReviews; name: string; path: string }) {
  const { figures, shown, page } = reviews
  const open = page === 1 ? openCount : shown.length
  const [first, rest] = [shown.slice(0, open), shown.slice(open)]
  return (
    <section
      aria-labelledby="reviews"
      className="mt-[clamp(4.5rem,9vw,8.5rem)] grid items-start gap-x-12 gap-y-9 border-line border-t pt-[clamp(2.25rem,4vw,3.75rem)] lg:grid-cols-12"
    >
      <header className="lg:sticky lg:top-24 lg:col-span-4">
        <h2 id="reviews" tabIndex={-1} className="scroll-mt-28 text-title leading-none outline-none">
          Reviews
        </h2>
        <Figures figures={figures} />
        <p className="mt-5 max-w-[30em] text-ink-soft text-small">{howReviewsAreChecked}</p>
      </header>
      <div className="min-w-0 lg:col-span-7 lg:col-start-6">
        <ReviewList reviews={first} name={name} />
        {rest.length > 0 && (
          <details className="border-line border-t">
            <summary className="inline-flex min-h-14 items-center text-mulberry">
              <span className="link">{rest.length === 1 ? 'One more review' : `${rest.length} more reviews`}</span>
            </summary>
            <ReviewList reviews={rest} name={name} />
          </details>
        )}
        {reviews.pages > 1 && <Pages reviews={reviews} path={path} />}
      </div>
    </section>
  )
}

/** Which reviews these are, and plain links to the others. `path`: of the garment's page. */
function Pages({ reviews: { figures, shown, page, pages }, path }: { reviews: GarmentReviews; path: string }) {
  const first = (page - 1) * reviewsPerPage + 1
  const pageOf = (number: number) => `${path}${number > 1 ? `?reviews=${number}` : ''}#reviews`
  return (
    <nav aria-label="Pages of reviews" className="mt-5 flex flex-wrap items-center gap-x-7 border-line border-t pt-3">
      <p className="text-ink-soft text-small">
        Reviews {first}–{first + shown.length - 1} of {figures.count}, the newest first.
      </p>
      {page > 1 && <PageLink href={pageOf(page - 1)}>Newer reviews</PageLink>}
      {page < pages && <PageLink href={pageOf(page + 1)}>Older reviews</PageLink>}
    </nav>
  )
}

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center text-mulberry">
      <span className="link">{children}</span>
    </a>
  )
}

function Figures({ figures: { count, counted, average, byStars, byFit } }: { figures: ReviewFigures }) {
  const fit = fits.filter((each) => byFit[each] > 0)
  return (
    <>
      <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-serif text-display leading-none tabular-nums">{average}</span>
        <span>
          <Stars count={average} />
          <span className="block text-ink-soft text-small">out of 5, from {counted}</span>
        </span>
      </p>
      <dl className="mt-5 grid max-w-[20rem] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-small tabular-nums">
        {[5, 4, 3, 2, 1].map((stars) => {
          const number = byStars[stars - 1] ?? 0
          return (
            <div key={stars} className="contents">
              <dt className="text-ink-soft">{stars === 1 ? '1 star' : `${stars} stars`}</dt>
              <dd aria-hidden="true" className="h-1.5 bg-paper-deep">
                <span className="block h-full bg-mulberry" style={{ width: `${(number / count) * 100}%` }} />
              </dd>
              <dd className="min-w-[1.5em] text-right">{number}</dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-4 text-small">
        <span className="label mr-3 text-ink-soft">Fit</span>
        {fit.map((each) => `${fitLabels[each].toLowerCase()} ${byFit[each]}`).join(', ')}
      </p>
    </>
  )
}

function ReviewList({ reviews, name }: { reviews: readonly PublishedReview[]; name: string }) {
  return (
    <ul>
      {reviews.map((review) => (
        <li key={review.id} className="border-line border-b py-7 first:pt-0 last:border-b-0">
          <Review review={review} garment={name} />
        </li>
      ))}
    </ul>
  )
}

function Review({ review, garment }: { review: PublishedReview; garment: string }) {
  const { stars, words, heightCm, size, fit, name, pictures, day, isoDay, answer } = review
  const height = heightCm ? `, ${heightCm} cm tall` : ''
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars count={stars} />
        <strong dir="auto" className="wrap-any font-medium">
          {name}
        </strong>
        <time dateTime={isoDay} className="text-ink-soft text-small">
          {day}
        </time>
      </p>
      <p className="mt-1 text-ink-soft text-small">
        Bought in size {printedSize(size)}
        {height}. Fit: {fitLabels[fit].toLowerCase()}.
      </p>
      <p dir="auto" className="wrap-any mt-3 max-w-[38em] whitespace-pre-line">
        {words}
      </p>
      {pictures.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-3">
          {pictures.map(({ url, width, height: tall }, index) => (
            <li key={url}>
              <a href={pictureAt(url, 1600)} target="_blank" rel="noopener noreferrer">
                <img
                  src={pictureAt(url, 320)}
                  width={width}
                  height={tall}
                  alt={`${name}’s ${garment}, photograph ${index + 1} of ${pictures.length}`}
                  loading="lazy"
                  decoding="async"
                  className="h-40 w-30 bg-paper-deep object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <div className="mt-4 max-w-[38em] border-mulberry border-l-2 pl-5">
          <p className="label text-mulberry">Our answer</p>
          <p dir="auto" className="wrap-any mt-1 whitespace-pre-line">
            {answer}
          </p>
        </div>
      )}
    </article>
  )
}

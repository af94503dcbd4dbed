import { useEffect, useState } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { declineReasons } from '../review.ts'
import type { OwnerReviews } from '../reviews.contract.ts'
import { OwnerReviewEntry, reasonNames } from './owner-review-entry.tsx'
import { useReviews } from './review-queries.ts'

/** The reviews of all garments: those that wait for the owner first. */
export default function ReviewsPage() {
  const { data, problem, refetch } = useReviews()
  useEffect(prepareToasts, [])
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <h2 id="reviews" tabIndex={-1} className="text-title leading-tight outline-none">
        {headingOf(data?.waiting)}
      </h2>
      <p className="mt-3 max-w-[44em] text-ink-soft">
        Buyers alone write reviews. Publish each one unless it insults a person, has personal data, is not about the
        garment or is unlawful: the law forbids choosing by stars, so you see them once a review is published. You may
        answer in public.
      </p>
      {data && <Counts counts={data} />}
      <div className="mt-7">
        {!data && problem && <CouldNotLoad problem={problem} onRetry={() => void refetch()} />}
        {!data && !problem && <LoadingSkeleton label="Looking through the reviews" count={4} />}
        {data?.reviews.length === 0 && (
          <p className="measure text-lead leading-[1.4]">
            There are no reviews yet. We ask each buyer by e-mail three weeks after their order has arrived.
          </p>
        )}
        {data && data.reviews.length > 0 && <ReviewList {...data} />}
      </div>
    </div>
  )
}

/** Decided reviews that are open from the start. */
const openCount = 20

/** All reviews that wait, then the newest of those that are decided; a button shows the older ones. */
function ReviewList({ reviews, waiting }: OwnerReviews) {
  const [openedAt, openAt] = useState<string | null>(null)
  const first = waiting + openCount
  const older = reviews.length - first
  const shown = openedAt ? reviews : reviews.slice(0, first)
  return (
    <>
      <ul aria-labelledby="reviews" className="border-line border-t">
        {shown.map((review) => (
          <li
            key={review.id}
            ref={review.id === openedAt ? focusNow : undefined}
            tabIndex={review.id === openedAt ? -1 : undefined}
            className="border-line border-b py-6 outline-none"
          >
            <OwnerReviewEntry review={review} />
          </li>
        ))}
      </ul>
      {!openedAt && older > 0 && (
        <p className="mt-4">
          <TextButton onClick={() => openAt(reviews[first]?.id ?? null)}>
            {older === 1 ? 'One older review' : `${older} older reviews`}
          </TextButton>
        </p>
      )}
    </>
  )
}

function Counts({ counts: { asked, published, waiting, declined } }: { counts: OwnerReviews }) {
  const left = declineReasons.filter((reason) => declined[reason] > 0)
  const sum = declineReasons.reduce((total, reason) => total + declined[reason], 0)
  const facts: [string, string][] = [
    ['Requested by e-mail', String(asked)],
    ['Waiting', String(waiting)],
    ['Published', String(published)],
    [
      'Left out',
      left.length === 0
        ? '0'
        : `${sum} (${left.map((reason) => `${reasonNames[reason].toLowerCase()} ${declined[reason]}`).join(', ')})`,
    ],
  ]
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(([label, fact]) => (
        <div key={label}>
          <dt className="label text-ink-soft">{label}</dt>
          <dd className="mt-0.5 tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function headingOf(waiting: number | undefined): string {
  if (waiting === undefined) return 'Reviews'
  if (waiting === 0) return 'No review waits for you'
  return waiting === 1 ? 'One review waits for you' : `${waiting} reviews wait for you`
}

import { useState } from 'react'
import { Photographs } from '#admin/photographs.tsx'
import { formatShopTime } from '#base/shop-time.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { fitLabels, reviewPhotographs, reviewPictures } from '../review.ts'
import type { OwnerReview } from '../reviews.contract.ts'
import { Stars } from '../stars.tsx'
import { AnswerReview } from './answer-review.tsx'
import { DeclineReview } from './decline-review.tsx'
import { historyLabel, reasonNames, stateNames } from './review-labels.ts'
import { useChangeReview } from './review-queries.ts'

/** One review, with the buttons that decide about it and answer it. */
export function OwnerReviewEntry({ review }: { review: OwnerReview }) {
  const { state, garment, slug, order_number, name, words, declined_reason: reason, declined_note, answer } = review
  const [open, setOpen] = useState<'decline' | 'answer' | null>(null)
  const close = () => setOpen(null)
  return (
    <article className="grid gap-x-10 gap-y-3 md:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="wrap-any">
        <Link to={`/product/${slug}`} className="link text-mulberry">
          {garment}
        </Link>
        <span className="block text-ink-soft text-small">
          <Link to={`/admin?tab=orders&order=${encodeURIComponent(order_number)}`} className="link">
            {order_number}
          </Link>
        </span>
      </p>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-4">
          <span className={state === 'waiting' ? 'text-mulberry' : 'text-ink-soft'}>{stateNames[state]}</span>
          <strong dir="auto" className="wrap-any font-medium">
            {name}
          </strong>
          <span className="text-ink-soft text-small">{formatShopTime(review.written_at)}</span>
          {review.stars !== null && <Stars count={review.stars} />}
        </p>
        <Facts review={review} />
        <blockquote dir="auto" className="wrap-any mt-2 max-w-[38em] whitespace-pre-line border-line border-l-2 pl-4">
          {words}
        </blockquote>
        <Photographs bucket={state === 'published' ? reviewPictures : reviewPhotographs} names={review.photographs} />
        {reason && (
          <p className="wrap-any mt-3 max-w-[38em] text-ink-soft">
            Left out: {reasonNames[reason].toLowerCase()}. You wrote to the customer: <bdi>{declined_note}</bdi>
          </p>
        )}
        {answer && open !== 'answer' && (
          <p className="wrap-any mt-3 max-w-[38em] whitespace-pre-line border-mulberry border-l-2 pl-4">
            Your answer: <bdi>{answer}</bdi>
          </p>
        )}
        {open === 'decline' && <DeclineReview review={review} onClose={close} />}
        {open === 'answer' && <AnswerReview review={review} onClose={close} />}
        {!open && (
          <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
            {state !== 'published' && <PublishButton review={review} />}
            {state === 'published' && (
              <TextButton onClick={() => setOpen('answer')}>{answer ? 'Change the answer' : 'Answer it'}</TextButton>
            )}
            {state !== 'declined' && <TextButton onClick={() => setOpen('decline')}>Leave it out</TextButton>}
          </div>
        )}
        <History review={review} />
      </div>
    </article>
  )
}

function Facts({ review: { size, height_cm, fit } }: { review: OwnerReview }) {
  const facts = [`Size ${printedSize(size)}`, height_cm && `${height_cm} cm tall`, fit && fitLabels[fit]]
  return <p className="text-ink-soft text-small">{facts.filter(Boolean).join(' · ')}</p>
}

function PublishButton({ review: { id, version } }: { review: OwnerReview }) {
  const change = useChangeReview()
  async function publish() {
    if (change.isPending) return
    try {
      await change.mutateAsync({ id, version, action: 'publish' })
      await toast({
        title: 'Published',
        description: 'It is on the garment’s page now.',
        tone: 'success',
        about: 'reviews',
      })
    } catch (error) {
      const { message } = toRequestError(error)
      await toast({ title: 'Not published', description: message, tone: 'error', about: 'reviews' })
    }
  }
  return (
    <Button tone="line" onClick={publish} aria-disabled={change.isPending}>
      {change.isPending ? 'One moment…' : 'Publish'}
    </Button>
  )
}

function History({ review: { history } }: { review: OwnerReview }) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center text-ink-soft text-small">
        <span className="link">History</span>
      </summary>
      <ul className="text-ink-soft text-small">
        {history.map((entry, index) => (
          <li key={entry.id} className="wrap-any">
            {formatShopTime(entry.at)}: {historyLabel(entry, history[index + 1])}
            {entry.by && ` by ${entry.by}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

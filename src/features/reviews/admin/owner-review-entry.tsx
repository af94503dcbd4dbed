import { useState } from 'react'
import { AnswerPanel } from '#admin/answer-panel.tsx'
import { Photographs } from '#admin/photographs.tsx'
import { formatShopTime } from '#base/shop-time.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import {
  type DeclineReason,
  declineReasons,
  fitLabels,
  longestAnswer,
  longestNote,
  reviewPhotographs,
  reviewPictures,
} from '../review.ts'
import type { OwnerReview, ReviewState } from '../reviews.contract.ts'
import { Stars } from '../stars.tsx'
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

type AnswerReviewProps = { review: OwnerReview; onClose: () => void }

/** The shop's public answer to a review; an empty one takes the answer away. */
function AnswerReview({ review: { id, version, answer: before }, onClose }: AnswerReviewProps) {
  const change = useChangeReview()

  async function save(answer: string) {
    if (answer.trim() === '' && before === null) return 'Please write an answer.'
    await change.mutateAsync({ id, version, action: 'answer', answer })
    const title = answer.trim() === '' ? 'The answer is taken away' : 'Answered'
    await toast({ title, description: 'The garment’s page shows it so.', tone: 'success', about: 'reviews' })
    return undefined
  }

  return (
    <AnswerPanel
      label="Your answer, for everyone to read"
      hint="Name no order and nothing the customer has not said themselves. Leave it empty to take it away."
      longest={longestAnswer}
      before={before}
      send="Save the answer"
      leave="Not yet"
      busy={change.isPending}
      onSend={save}
      onClose={onClose}
    />
  )
}

/** Leaves a review out for one of the four reasons; the customer gets it by e-mail. */
function DeclineReview({ review: { id, version }, onClose }: { review: OwnerReview; onClose: () => void }) {
  const change = useChangeReview()
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [isMissing, setMissing] = useState(false)

  async function decline(note: string) {
    setMissing(!reason)
    if (!reason) return ''
    if (note.trim() === '') return 'Please say which words: the customer gets it by e-mail.'
    await change.mutateAsync({ id, version, action: 'decline', reason, note })
    const description = 'The customer gets an e-mail, and may change it.'
    await toast({ title: 'Left out', description, tone: 'success', about: 'reviews' })
    return undefined
  }

  return (
    <AnswerPanel
      label="What needs to change, in your words to the customer"
      hint="A low opinion of the garment or the shop is not a reason: publish the review, and answer it."
      longest={longestNote}
      send="Leave it out and write to the customer"
      leave="Not yet"
      busy={change.isPending}
      onSend={decline}
      onClose={onClose}
    >
      <fieldset>
        <legend className="font-medium">Why can’t it be published?</legend>
        {declineReasons.map((each) => (
          <Choice
            key={each}
            name={`reason-${id}`}
            checked={reason === each}
            onChange={() => {
              setReason(each)
              setMissing(false)
            }}
          >
            {reasonNames[each]}
          </Choice>
        ))}
        <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {isMissing && 'Please choose one of the four reasons.'}
        </p>
      </fieldset>
    </AnswerPanel>
  )
}

/** The reasons to leave a review out, for the owner. */
export const reasonNames: Record<DeclineReason, string> = {
  insult: 'Insult',
  personal_data: 'Personal data',
  not_about_the_garment: 'Not about the garment',
  unlawful: 'Unlawful',
}

const stateNames: Record<ReviewState, string> = {
  waiting: 'Waiting',
  published: 'Published',
  declined: 'Left out',
}

type Entry = OwnerReview['history'][number]

/** One step in the history of a review; `before`: the step before it. */
function historyLabel({ state, reason, answered }: Entry, before: Entry | undefined): string {
  if (before && before.state === state && before.answered !== answered) {
    return answered ? 'Answered' : 'Answer taken away'
  }
  if (before?.state === 'published' && state === 'published' && answered) return 'Answer changed'
  if (state === 'waiting') return before ? 'Changed by the customer' : 'Written'
  return state === 'published' ? 'Published' : `Left out: ${reason ? reasonNames[reason].toLowerCase() : ''}`
}

import { useState } from 'react'
import { call, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { declineLabels, fitLabels } from '../review.ts'
import type { OwnReview, ReviewLine } from '../reviews.contract.ts'
import { Stars } from '../stars.tsx'

type Props = {
  token: string
  line: ReviewLine & { review: OwnReview }
  onChange: () => void
  onErased: () => Promise<void>
}

/** A review as its writer sees it: what it says, where it is, and the ways to change or erase it. */
export function OwnReviewView({ token, line, onChange, onErased }: Props) {
  const { review } = line
  const { state, stars, fit, words, height_cm, name, photographs, answer } = review
  const height = height_cm ? ` · ${height_cm} cm` : ''
  const pictures = photographs.length === 1 ? ' · one photograph' : ` · ${photographs.length} photographs`
  return (
    <div>
      <p className="max-w-[34em]">
        <State review={review} slug={line.slug} />
      </p>
      <div className="mt-5 border-line border-l-2 pl-5">
        <p className="flex flex-wrap items-center gap-x-4">
          <Stars count={stars} />
          <span dir="auto" className="wrap-any">
            {name}
          </span>
        </p>
        <p className="mt-1 text-ink-soft text-small">
          {fitLabels[fit]}
          {height}
          {photographs.length > 0 && pictures}
        </p>
        <p dir="auto" className="wrap-any mt-2 max-w-[38em] whitespace-pre-line">
          {words}
        </p>
        {answer && (
          <p className="wrap-any mt-3 max-w-[38em] whitespace-pre-line text-ink-soft">
            Our answer: <bdi>{answer}</bdi>
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-1">
        {state !== 'published' && <TextButton onClick={onChange}>Change it</TextButton>}
        <Erase token={token} line={line.id} onErased={onErased} />
      </div>
    </div>
  )
}

function State({
  review: { state, declined_reason: reason, declined_note: note },
  slug,
}: {
  review: OwnReview
  slug: string
}) {
  if (state === 'waiting') {
    return 'Thank you, we have your review. We read it before we publish it, usually within a few days. Until then you can change it.'
  }
  if (state === 'published') {
    return (
      <>
        Your review is published on{' '}
        <Link to={`/product/${slug}#reviews`} className="link">
          the garment’s page
        </Link>
        . Thank you.
      </>
    )
  }
  return (
    <>
      We haven’t published it as written, because {reason && declineLabels[reason]}.
      {note && <q className="wrap-any mt-2 block text-ink-soft">{note}</q>}
      <span className="mt-2 block">
        Your star rating has nothing to do with it. Change those words and we’ll publish it.
      </span>
    </>
  )
}

function Erase({ token, line, onErased }: { token: string; line: number; onErased: () => Promise<void> }) {
  const [step, setStep] = useState<'closed' | 'open' | 'busy'>('closed')
  const [problem, setProblem] = useState<string>()
  if (step === 'closed') return <TextButton onClick={() => setStep('open')}>Erase it</TextButton>

  async function erase() {
    if (step === 'busy') return
    setStep('busy')
    try {
      await call('erase-review', { token, line })
      await onErased()
    } catch (error) {
      setProblem(toRequestError(error).message)
      setStep('open')
    }
  }

  return (
    <div className="w-full border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="max-w-[34em] outline-none">
        Erase your review with its photographs, here and on the garment’s page? This can’t be undone.
      </p>
      <p role="alert" className="mt-2 text-mulberry text-small empty:hidden">
        {problem}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-7">
        <Button tone="line" onClick={erase} aria-disabled={step === 'busy'}>
          {step === 'busy' ? 'One moment…' : 'Erase my review'}
        </Button>
        {step === 'open' && <TextButton onClick={() => setStep('closed')}>Keep it</TextButton>}
      </div>
    </div>
  )
}

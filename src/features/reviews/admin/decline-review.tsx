import { useState } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type DeclineReason, declineReasons, longestNote } from '../review.ts'
import type { OwnerReview } from '../reviews.contract.ts'
import { reasonNames } from './review-labels.ts'
import { useChangeReview } from './review-queries.ts'

/** Leaves a review out for one of the four reasons; the customer gets it by e-mail. */
export function DeclineReview({ review: { id, version }, onClose }: { review: OwnerReview; onClose: () => void }) {
  const change = useChangeReview()
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ reason?: string; note?: string }>({})

  async function decline() {
    if (change.isPending) return
    if (!reason) return setProblem({ reason: 'Please choose one of the four reasons.' })
    if (note.trim() === '') return setProblem({ note: 'Please say which words: the customer gets it by e-mail.' })
    try {
      await change.mutateAsync({ id, version, action: 'decline', reason, note })
    } catch (error) {
      return setProblem({ note: toRequestError(error).message })
    }
    const description = 'The customer gets an e-mail, and may change it.'
    await toast({ title: 'Left out', description, tone: 'success', about: 'reviews' })
    onClose()
  }

  return (
    <div className="mt-4 grid max-w-[34rem] gap-y-4 border-mulberry border-l-2 pl-5">
      <fieldset onKeyDown={({ key }) => key === 'Escape' && !change.isPending && onClose()}>
        <legend className="font-medium">Why can’t it be published?</legend>
        {declineReasons.map((each) => (
          <Choice
            key={each}
            name={`reason-${id}`}
            checked={reason === each}
            onChange={() => {
              setReason(each)
              setProblem({})
            }}
          >
            {reasonNames[each]}
          </Choice>
        ))}
        <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {problem.reason}
        </p>
      </fieldset>
      <FieldFrame
        label="What needs to change, in your words to the customer"
        hint="A low opinion of the garment or the shop is not a reason: publish the review, and answer it."
        error={problem.note}
      >
        {(bound) => (
          <textarea
            {...bound}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
              setProblem({})
            }}
            rows={3}
            {...limitCharacters(longestNote)}
            className={`field-sizing-content mt-1 max-h-[20rem] min-h-20 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button onClick={decline} aria-disabled={change.isPending}>
          {change.isPending ? 'One moment…' : 'Leave it out and write to the customer'}
        </Button>
        {!change.isPending && <TextButton onClick={onClose}>Not yet</TextButton>}
      </div>
    </div>
  )
}

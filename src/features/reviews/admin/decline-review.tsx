import { useState } from 'react'
import { AnswerPanel } from '#admin/answer-panel.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { toast } from '#ui/toast.ts'
import { type DeclineReason, declineReasons, longestNote } from '../review.ts'
import type { OwnerReview } from '../reviews.contract.ts'
import { reasonNames } from './review-labels.ts'
import { useChangeReview } from './review-queries.ts'

/** Leaves a review out for one of the four reasons; the customer gets it by e-mail. */
export function DeclineReview({ review: { id, version }, onClose }: { review: OwnerReview; onClose: () => void }) {
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

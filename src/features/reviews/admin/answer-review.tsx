import { AnswerPanel } from '#admin/answer-panel.tsx'
import { toast } from '#ui/toast.ts'
import { longestAnswer } from '../review.ts'
import type { OwnerReview } from '../reviews.contract.ts'
import { useChangeReview } from './review-queries.ts'

type AnswerReviewProps = { review: OwnerReview; onClose: () => void }

/** The shop's public answer to a review; an empty one takes the answer away. */
export function AnswerReview({ review: { id, version, answer: before }, onClose }: AnswerReviewProps) {
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

import { useState } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { longestAnswer } from '../review.ts'
import type { OwnerReview } from '../reviews.contract.ts'
import { useChangeReview } from './review-queries.ts'

/** The shop's public answer to a review; an empty one takes the answer away. */
export function AnswerReview({
  review: { id, version, ...review },
  onClose,
}: {
  review: OwnerReview
  onClose: () => void
}) {
  const change = useChangeReview()
  const [answer, setAnswer] = useState(review.answer ?? '')
  const [problem, setProblem] = useState<string>()

  async function save() {
    if (change.isPending) return
    if (answer.trim() === '' && review.answer === null) return setProblem('Please write an answer.')
    try {
      await change.mutateAsync({ id, version, action: 'answer', answer })
    } catch (error) {
      return setProblem(toRequestError(error).message)
    }
    const title = answer.trim() === '' ? 'The answer is taken away' : 'Answered'
    await toast({ title, description: 'The garment’s page shows it so.', tone: 'success', about: 'reviews' })
    onClose()
  }

  return (
    <div className="mt-4 grid max-w-[34rem] gap-y-4 border-mulberry border-l-2 pl-5">
      <FieldFrame
        label="Your answer, for everyone to read"
        hint="Name no order and nothing the customer has not said themselves. Leave it empty to take it away."
        error={problem}
      >
        {(bound) => (
          <textarea
            {...bound}
            ref={focusNow}
            value={answer}
            onChange={({ target }) => {
              setAnswer(target.value)
              setProblem(undefined)
            }}
            onKeyDown={({ key }) => key === 'Escape' && !change.isPending && onClose()}
            rows={3}
            {...limitCharacters(longestAnswer)}
            className={`field-sizing-content mt-1 max-h-[20rem] min-h-20 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button onClick={save} aria-disabled={change.isPending}>
          {change.isPending ? 'One moment…' : 'Save the answer'}
        </Button>
        {!change.isPending && <TextButton onClick={onClose}>Not yet</TextButton>}
      </div>
    </div>
  )
}

import type { DeclineReason } from '../review.ts'
import type { OwnerReview, ReviewState } from '../reviews.contract.ts'

/** The reasons to leave a review out, for the owner. */
export const reasonNames: Record<DeclineReason, string> = {
  insult: 'Insult',
  personal_data: 'Personal data',
  not_about_the_garment: 'Not about the garment',
  unlawful: 'Unlawful',
}

export const stateNames: Record<ReviewState, string> = {
  waiting: 'Waiting',
  published: 'Published',
  declined: 'Left out',
}

type Entry = OwnerReview['history'][number]

/** One step in the history of a review; `before`: the step before it. */
export function historyLabel({ state, reason, answered }: Entry, before: Entry | undefined): string {
  if (before && before.state === state && before.answered !== answered) {
    return answered ? 'Answered' : 'Answer taken away'
  }
  if (before?.state === 'published' && state === 'published' && answered) return 'Answer changed'
  if (state === 'waiting') return before ? 'Changed by the customer' : 'Written'
  return state === 'published' ? 'Published' : `Left out: ${reason ? reasonNames[reason].toLowerCase() : ''}`
}

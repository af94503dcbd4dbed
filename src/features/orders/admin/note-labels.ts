import { refundFailure } from '#platform/payments/payment-labels.ts'

/** The text of a review note. A failed refund's reason is translated from the provider's code. */
export function reviewNoteLabel(note: string): string {
  const text = note.replace(/ \(([^()]+)\)$/, (_, why: string) => ` (${refundFailure(why)})`)
  return `${text}.`
}

import { refundFailure } from '#platform/payments/payment-labels.ts'

/** A note beside the order, with the payment company’s own word for a refund that failed told in ours. */
export function reviewNoteLabel(note: string): string {
  const said = note.replace(/ \(([^()]+)\)$/, (_, why: string) => ` (${refundFailure(why)})`)
  return `${said}.`
}

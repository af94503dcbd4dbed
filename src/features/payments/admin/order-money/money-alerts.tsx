import { useContext } from 'react'
import { reviewNoteLabel } from '#features/orders/admin/note-labels.ts'
import { fraudNote } from '#features/payments/review-notes.ts'
import { InOrderDetails } from './money-section.tsx'
import { disputeText } from './order-money-labels.ts'
import type { OrderMoney } from './order-money-response.ts'

/** Warnings that the owner should read before changing the order. */
export function MoneyAlerts({ money: { needs_review, disputes, fraud_warnings, now } }: { money: OrderMoney }) {
  // The order's details list these notes themselves.
  const isWithin = useContext(InOrderDetails)
  // The customer can read the note of a fraud warning, so it is vague; the warning below it says more.
  const isMore = (note: string) => note !== fraudNote || fraud_warnings.length === 0
  const notes = ((!isWithin && needs_review?.split('. ')) || []).filter(isMore)
  const alerts = [
    ...notes.map((note) => ({ id: note, said: reviewNoteLabel(note) })),
    ...disputes.map((dispute) => ({ id: dispute.id, said: disputeText(dispute, now) })),
    ...fraud_warnings.slice(0, 1).map(({ id }) => ({
      id,
      said: 'A bank has warned that the card may not have been the customer’s own. Check carefully before you post it.',
    })),
  ]
  if (alerts.length === 0) return null
  return (
    <section aria-label="Needs attention" className={isWithin ? 'pt-2 pb-6' : 'my-[clamp(1.75rem,3vw,2.75rem)]'}>
      <ul className="max-w-[44em] space-y-3 border-mulberry border-l-2 pl-5 sm:pl-7">
        {alerts.map(({ id, said }) => (
          <li key={id} className="wrap-any">
            {said}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { reviewNoteLabel } from '#features/orders/admin/note-labels.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { ownerDutyText } from '#features/settings/duties.ts'
import { isPaidByHand, type OrderRow, owesRefund } from '../order.ts'
import { showMoney } from './order-money-fold.tsx'

/** The review notes of an order, a refund that is owed, duty for the owner to pay, and a payment set to paid by hand. */
export function OrderAlerts({ order }: { order: OrderRow }) {
  const { needs_review: review } = order
  const isOwed = owesRefund(order)
  const isByHand = isPaidByHand(order)
  // A refund that is owed has its own sentence below.
  const notes = (review?.split('. ') ?? []).filter((note) => !(isOwed && note.startsWith('Refund owed: ')))
  const duty = isBeforeDispatch(order.order_status) ? ownerDutyText(order.shipping_country ?? '') : null
  if (notes.length === 0 && !isOwed && !isByHand && !duty) return null
  return (
    <div className="grid max-w-[44em] gap-y-2 border-mulberry border-l-2 pl-5 md:col-span-2">
      {notes.length > 0 && (
        <p className="wrap-any">
          <strong className="font-medium">This order needs your attention.</strong>{' '}
          {notes.map(reviewNoteLabel).join(' ')}
        </p>
      )}
      {isOwed && (
        <p>
          <strong className="font-medium">A refund is owed.</strong> The order is cancelled, but the payment hasn’t been
          refunded: changing the status moves no money.{' '}
          <button type="button" onClick={showMoney} className="link inline text-mulberry">
            Refund it
          </button>
        </p>
      )}
      {duty && (
        <p>
          <strong className="font-medium">Duty is yours to pay.</strong> {duty}
        </p>
      )}
      {isByHand && (
        <p>
          It was marked as paid by hand: the payment provider has no payment for it, so there is nothing to refund here.
        </p>
      )}
    </div>
  )
}

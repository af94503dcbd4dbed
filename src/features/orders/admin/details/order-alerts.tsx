import { reviewNoteLabel } from '#features/orders/admin/note-labels.ts'
import { isPaidByHand, type OrderRow, owesRefund } from '../order.ts'
import { showMoney } from './order-money-fold.tsx'

/** The review notes of an order, a refund that is owed, and a payment set to paid by hand. */
export function OrderAlerts({ order }: { order: OrderRow }) {
  const { needs_review: review } = order
  const isOwed = owesRefund(order)
  const isByHand = isPaidByHand(order)
  // A refund that is owed has its own sentence below.
  const notes = (review?.split('. ') ?? []).filter((note) => !(isOwed && note.startsWith('Refund owed: ')))
  if (notes.length === 0 && !isOwed && !isByHand) return null
  return (
    <div className="grid max-w-[44em] gap-y-2 border-mulberry border-l-2 pl-5 md:col-span-2">
      {notes.length > 0 && (
        <p className="wrap-any">
          <strong className="font-medium">This order needs a look.</strong> {notes.map(reviewNoteLabel).join(' ')}
        </p>
      )}
      {isOwed && (
        <p>
          <strong className="font-medium">A refund is owed.</strong> It is cancelled, and what was paid for it has not
          gone back: changing the status moves no money.{' '}
          <button type="button" onClick={showMoney} className="link inline text-mulberry">
            Give it back
          </button>
        </p>
      )}
      {isByHand && (
        <p>
          It is marked as paid by hand: the payment company knows of no payment, so there is nothing here to give back.
        </p>
      )}
    </div>
  )
}

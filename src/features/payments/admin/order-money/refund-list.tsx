import { formatShopTime } from '#ui/time/shop-time.ts'
import { pounds, reasonOf, refundStatus } from './order-money-labels.ts'
import type { Refund } from './order-money-response.ts'

type RefundListProps = {
  refunds: Refund[]
  /** The refund that was just requested: the focus moves to it. */
  focusedId: string | null
}

/** Every refund of an order with its state, the newest first. */
export function RefundList({ refunds, focusedId }: RefundListProps) {
  if (refunds.length === 0) return <p className="max-w-[34em]">None yet.</p>
  return (
    <ul aria-label="Refunds" className="border-line border-t">
      {refunds.map((refund) => (
        <RefundEntry key={refund.id} refund={refund} isFocused={refund.id === focusedId} />
      ))}
    </ul>
  )
}

function RefundEntry({ refund, isFocused }: { refund: Refund; isFocused: boolean }) {
  const { amount, note, garments, state, requested_at } = refund
  const { word, sentence } = refundStatus(refund)
  return (
    <li
      ref={isFocused ? focusEntry : undefined}
      tabIndex={-1}
      className="scroll-mt-24 outline-none grid grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-0.5 border-line border-b py-3.5"
    >
      <p className="wrap-any">{[reasonOf(refund), garments].filter(Boolean).join(': ')}</p>
      <p className={`price text-right ${state === 'failed' ? 'text-ink-soft line-through' : 'font-medium'}`}>
        {pounds(amount)}
      </p>
      <p className="col-span-2 text-small" aria-live="polite">
        <span className={`label mr-3 ${state === 'failed' ? 'text-mulberry' : 'text-ink-soft'}`}>{word}</span>
        {sentence}
      </p>
      <p className="wrap-any col-span-2 text-ink-soft text-small">
        Requested on {formatShopTime(requested_at)}
        {note && `. ‘${note}’`}
      </p>
    </li>
  )
}

function focusEntry(entry: HTMLElement | null): void {
  entry?.focus({ preventScroll: true })
  entry?.scrollIntoView({ block: 'center' })
}

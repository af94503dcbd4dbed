import { useContext, useEffect, useState } from 'react'
import { formatPence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { handPayments } from '#features/orders/hand-payment.ts'
import { noteText } from '#features/orders/order-note.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { CancelSection, mayBeCancelled } from './cancel-section.tsx'
import { GarmentForm } from './garment-form.tsx'
import { InOrderDetails, MoneySection } from './money-section.tsx'
import { MoneySums } from './money-sums.tsx'
import { disputeText, reasonOf, refundStatus } from './order-money-labels.ts'
import { type OrderMoney as Money, type Refund, useOrderMoney } from './order-money-queries.ts'
import { RefundForm } from './refund-form.tsx'

/** An order's payment, refunds and disputes, with the forms that refund and cancel it. */
export function OrderMoney({ orderNumber }: { orderNumber: string }) {
  const { money, problem, refetch } = useOrderMoney(orderNumber)
  const isWithin = useContext(InOrderDetails)
  useEffect(prepareToasts, [])
  if (!money) {
    return (
      <div className={isWithin ? 'py-5' : 'py-[clamp(2rem,4vw,3.5rem)]'}>
        {problem ? (
          <CouldNotLoad problem={problem} onRetry={() => void refetch()} />
        ) : (
          <LoadingSkeleton label="Loading the payment" count={4} />
        )}
      </div>
    )
  }
  return (
    <>
      {problem && (
        <p role="status" className={`${isWithin ? 'mb-6' : 'mt-8'} max-w-[38em] border-mulberry border-l-2 pl-5`}>
          {problem} What is shown here may be out of date; we’ll keep checking.
        </p>
      )}
      <MoneyAlerts money={money} />
      <MoneySums money={money}>
        <GarmentForm money={money} />
      </MoneySums>
      <GivenBack money={money} />
      {mayBeCancelled(money) && <CancelSection money={money} />}
      {!isWithin && <MoneyHistory history={money.history} />}
    </>
  )
}

function atBank({ disputes }: Money): string {
  return disputes.some(({ status }) => status === 'needs_response' || status === 'under_review') ||
    !disputes.some(({ status }) => status === 'lost')
    ? 'The customer’s bank is reviewing this payment and decides where the money goes, so it can’t be refunded here.'
    : 'The bank has decided about this payment, so it can’t be refunded here.'
}

function GivenBack({ money }: { money: Money }) {
  const [newest, setNewest] = useState<string | null>(null)
  const { refunds, refundable_pence: refundable, not_refundable: blocked } = money
  if (refunds.length === 0 && refundable === 0 && !blocked) return null
  return (
    <MoneySection
      id="given-back"
      title="Refunds"
      note={
        money.paid_by
          ? `${handPayments[money.paid_by].paid}: you give it back yourself. Recorded here, it counts at once, and the customer gets an e-mail.`
          : 'Refunds go to the card or account used to pay. The customer gets an e-mail when one is on its way.'
      }
    >
      <RefundList refunds={refunds} focusedId={newest} />
      {refundable > 0 && <RefundForm money={money} onRefunded={setNewest} />}
      {blocked && (
        <p className="mt-7 max-w-[38em] border-line border-l-2 pl-5 first:mt-0">
          {blocked === 'disputed'
            ? atBank(money)
            : `This order was paid through another payment provider (${money.provider}), so please refund it there.`}
        </p>
      )}
    </MoneySection>
  )
}

/** Warnings that the owner should read before changing the order. */
function MoneyAlerts({ money: { review_notes, disputes, fraud_warnings, now } }: { money: Money }) {
  // The order's details list these notes themselves.
  const isWithin = useContext(InOrderDetails)
  // The customer can read the note of a fraud warning, so it is vague; the warning below it says more.
  const notes = isWithin
    ? []
    : review_notes.filter(({ kind }) => kind !== 'bank_warning' || fraud_warnings.length === 0)
  const alerts = [
    ...notes.map((note) => ({ id: noteText(note), said: noteText(note) })),
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

/** The changes of an order's money from the audit log, the newest first. */
function MoneyHistory({ history }: { history: Money['history'] }) {
  return (
    <MoneySection id="money-history" title="History" note="From the log of changes, which can’t be edited.">
      {history.length === 0 && <p>No history yet.</p>}
      <ol className="space-y-3">
        {history.map(({ id, at, by, said }) => (
          <li key={id} className="grid gap-x-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
            <p className="wrap-any">{said}</p>
            <p className="wrap-any text-ink-soft text-small sm:text-right">
              {formatShopTime(at)}, {by}
            </p>
          </li>
        ))}
      </ol>
    </MoneySection>
  )
}

type RefundListProps = {
  refunds: Refund[]
  /** The refund that was just requested: the focus moves to it. */
  focusedId: string | null
}

/** Every refund of an order with its state, the newest first. */
function RefundList({ refunds, focusedId }: RefundListProps) {
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
  const { amount_pence, note, garments, state, requested_at } = refund
  const { word, sentence } = refundStatus(refund)
  return (
    <li
      ref={isFocused ? focusEntry : undefined}
      tabIndex={-1}
      className="scroll-mt-24 outline-none grid grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-0.5 border-line border-b py-3.5"
    >
      <p className="wrap-any">{[reasonOf(refund), garments].filter(Boolean).join(': ')}</p>
      <p className={`price text-right ${state === 'failed' ? 'text-ink-soft line-through' : 'font-medium'}`}>
        {formatPence(amount_pence)}
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

import { useContext, useEffect, useRef } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { CancelSection, mayBeCancelled } from './cancel-section.tsx'
import { MoneyAlerts } from './money-alerts.tsx'
import { MoneyHistory } from './money-history.tsx'
import { MoneySection, WithinDetails } from './money-section.tsx'
import { MoneySums } from './money-sums.tsx'
import type { OrderMoney as Money } from './order-money-response.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundList } from './refund-list.tsx'
import { type MoneyPanelProps, useOrderMoney } from './use-order-money.ts'

type OrderMoneyProps = { orderNumber: string; onNews?: (() => void) | undefined }

/**
 * All about an order's money: what was paid, what went back, what a bank asks, and the ways to give it back. `onNews` is
 * called when something moved while it was looked at.
 */
export function OrderMoney({ orderNumber, onNews }: OrderMoneyProps) {
  const { money, problem, look, take } = useOrderMoney(orderNumber)
  const isWithin = useContext(WithinDetails)
  useEffect(prepareToasts, [])
  useNews(money, onNews)
  if (!money) {
    return (
      <div className={isWithin ? 'py-5' : 'py-[clamp(2rem,4vw,3.5rem)]'}>
        {problem ? <CouldNotLoad problem={problem} onRetry={look} /> : <Lines label="Looking at its money" count={4} />}
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
      <MoneySums money={money} />
      <GivenBack money={money} take={take} look={look} />
      {mayBeCancelled(money) && <CancelSection money={money} take={take} look={look} />}
      {!isWithin && <MoneyHistory history={money.history} />}
    </>
  )
}

/** Tells of every change after the first answer. */
function useNews(money: Money | null, onNews: (() => void) | undefined): void {
  const told = useRef<string | null>(null)
  const latest = useRef(onNews)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    if (!money) return
    const { order_status, payment_state, refunded, refunds, needs_review } = money
    const now = JSON.stringify([order_status, payment_state, refunded, refunds.map(({ state }) => state), needs_review])
    if (told.current !== null && told.current !== now) latest.current?.()
    told.current = now
  }, [money])
}

function atBank({ disputes }: Money): string {
  return disputes.some(({ status }) => status === 'needs_response' || status === 'under_review') ||
    !disputes.some(({ status }) => status === 'lost')
    ? 'The customer’s bank is looking into this payment, so it decides where the money goes; nothing can be given back here.'
    : 'The bank has decided where this payment went; nothing can be given back here.'
}

function GivenBack({ money, take, look }: MoneyPanelProps) {
  const { refunds, refundable, not_refundable: blocked } = money
  if (refunds.length === 0 && refundable === 0 && !blocked) return null
  return (
    <MoneySection
      id="given-back"
      title="Given back"
      note="Money goes back the way it came. The customer gets a letter when it is on its way."
    >
      <RefundList refunds={refunds} />
      {refundable > 0 && <RefundForm money={money} take={take} look={look} />}
      {blocked && (
        <p className="mt-7 max-w-[38em] border-line border-l-2 pl-5 first:mt-0">
          {blocked === 'disputed'
            ? atBank(money)
            : `This order was paid through another payment company (${money.provider}), so its money is given back there.`}
        </p>
      )}
    </MoneySection>
  )
}

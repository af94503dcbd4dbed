import { useContext, useEffect, useState } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { CancelSection, mayBeCancelled } from './cancel-section.tsx'
import { GarmentForm } from './garment-form.tsx'
import { MoneyAlerts } from './money-alerts.tsx'
import { MoneyHistory } from './money-history.tsx'
import { InOrderDetails, MoneySection } from './money-section.tsx'
import { MoneySums } from './money-sums.tsx'
import { useOrderMoney } from './order-money-queries.ts'
import type { OrderMoney as Money } from './order-money-response.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundList } from './refund-list.tsx'

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
  const { refunds, refundable, not_refundable: blocked } = money
  if (refunds.length === 0 && refundable === 0 && !blocked) return null
  return (
    <MoneySection
      id="given-back"
      title="Refunds"
      note="Refunds go to the card or account used to pay. The customer gets an e-mail when one is on its way."
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

import { ChevronDown } from 'lucide-react'
import { type ComponentType, createContext, type RefObject, use, useState } from 'react'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { needsMoneyDecision, type OrderRow, paymentLabel } from '../order.ts'

/** The section that shows an order's payment and refunds; `src/app` gives it, since payments are above orders. */
export const OrderMoneyContext = createContext<ComponentType<{ orderNumber: string }> | null>(null)

const heading = 'order-money'

/**
 * An order's money, collapsed until the owner opens it or something in it needs a decision. It is read when it opens.
 * `showMoney` opens it by `fold`.
 */
export function OrderMoneyFold({ order, fold }: { order: OrderRow; fold: RefObject<HTMLDetailsElement | null> }) {
  const OrderMoney = use(OrderMoneyContext)
  const wants = needsMoneyDecision(order)
  const [open, setOpen] = useState(wants)
  const [wanted, setWanted] = useState(wants)
  // The section opens when the order begins to need a decision, and only the owner closes it.
  if (wants !== wanted) {
    setWanted(wants)
    if (wants) setOpen(true)
  }

  return (
    <section aria-labelledby={heading} className="min-w-0 border-line border-t md:col-span-2">
      <details
        ref={fold}
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group/money"
      >
        <summary className="flex min-h-14 items-center py-3 justify-between gap-4 hover:text-mulberry">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-4">
            <h3 id={heading} className="text-name leading-tight">
              Money
            </h3>
            <span className="text-ink-soft text-small">{summaryOf(order)}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.25}
            className="size-5 shrink-0 transition-transform duration-200 group-open/money:rotate-180"
          />
        </summary>
        {open && OrderMoney && <OrderMoney orderNumber={order.order_number} />}
      </details>
    </section>
  )
}

/** Opens an order's money and moves the focus there. */
export function showMoney({ current: fold }: RefObject<HTMLDetailsElement | null>): void {
  if (!fold) return
  fold.open = true
  const summary = fold.querySelector('summary')
  summary?.focus({ preventScroll: true })
  summary?.scrollIntoView({ block: 'start' })
}

function summaryOf(order: OrderRow): string {
  const [refunded, total] = [penceFromPounds(order.refunded_amount), penceFromPounds(order.final_amount)]
  const back = refunded > 0 ? `${formatPence(refunded)} of ${formatPence(total)} refunded` : null
  const mayCancel = isBeforeDispatch(order.order_status)
  const isPart = order.provider_state === 'partly_refunded'
  return [!isPart && paymentLabel(order), back, mayCancel ? 'refund or cancel' : 'refund'].filter(Boolean).join(' · ')
}

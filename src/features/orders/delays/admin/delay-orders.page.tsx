import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#ui/link.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { DelayOrdersForm } from './delay-orders-form.tsx'
import { DelayOutcome, type Outcome } from './delay-outcome.tsx'

/** One delay for the orders of the URL. What is refused stays in the form, with its reason. */
export default function DelayOrdersPage() {
  const [query, setQuery] = useSearchParams()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(prepareToasts, [])
  const numbers = [...new Set((query.get('orders') ?? '').split(',').filter((number) => number.trim() !== ''))]
  const choose = (orders: readonly string[]) =>
    setQuery(
      (before) => {
        if (orders.length > 0) before.set('orders', orders.join())
        else before.delete('orders')
        return before
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <div className="grid gap-y-8 pt-[clamp(1.5rem,3vw,2.5rem)]">
      {outcome && <DelayOutcome key={outcome.id} outcome={outcome} />}
      {numbers.length > 0 ? (
        <DelayOrdersForm
          numbers={numbers}
          suggested={{ later: query.get('later') ?? '5', off: query.get('off') ?? undefined }}
          onLeaveOut={(number) => choose(numbers.filter((other) => other !== number))}
          onDone={(done) => {
            setOutcome(done)
            choose(done.refused.map(({ order_number }) => order_number))
          }}
        />
      ) : (
        <p className="measure text-lead leading-[1.4]">
          {outcome ? 'Every chosen order is delayed. ' : 'No orders to delay. '}
          <Link to="/admin?tab=orders" className="link text-mulberry">
            {outcome ? 'Back to the orders' : 'Select orders in the list'}
          </Link>
          {outcome ? '.' : ' and press “Delay”.'}
        </p>
      )}
      <p>
        <Link to="/admin/promises" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Who answered what</span>
        </Link>
      </p>
    </div>
  )
}

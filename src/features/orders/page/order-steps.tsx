import { formatDay } from '#base/calendar-day.ts'
import { formatShopDate } from '#base/shop-time.ts'
import type { MyOrder } from '../account/my-orders.ts'

type Step = { name: string; when: string | null }

/** The way of an order from payment to delivery, with the step it has reached. A cancelled order has none. */
export function OrderSteps({ order }: { order: MyOrder }) {
  const { steps, reached } = stepsOf(order)
  return (
    <ol className="grid gap-y-0 sm:grid-cols-4" aria-label="Your order’s progress">
      {steps.map(({ name, when }, index) => {
        const isDone = index <= reached
        return (
          <li
            key={name}
            aria-current={index === reached ? 'step' : undefined}
            className="relative pb-6 pl-8 last:pb-0 sm:pt-8 sm:pr-6 sm:pb-0 sm:pl-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={`absolute top-[1.1rem] bottom-[-0.4rem] left-[5px] w-px sm:top-[5px] sm:right-0 sm:bottom-auto sm:left-0 sm:h-px sm:w-auto ${
                  index < reached ? 'bg-mulberry' : 'bg-line'
                }`}
              />
            )}
            <span
              aria-hidden="true"
              className={`absolute top-[0.45rem] left-0 size-[11px] rounded-full border sm:top-0 ${
                isDone ? 'border-mulberry bg-mulberry' : 'border-edge bg-paper'
              }`}
            />
            <span className={`block leading-tight ${isDone ? '' : 'text-ink-soft'}`}>
              {name}
              <span className="sr-only">{isDone ? ' (done)' : ' (to come)'}</span>
            </span>
            {when && <span className="mt-1 block text-ink-soft text-small">{when}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function stepsOf(order: MyOrder): { steps: Step[]; reached: number } {
  const { status, readyAt, orderedAt, paidAt, dispatchBy, arriveBy, shippedAt, deliveredAt } = order
  const by = (day: string) => `by ${formatDay(new Date(day), new Date(orderedAt))}`
  const isSent = status === 'shipped' || status === 'delivered'
  return {
    steps: [
      { name: 'Received', when: formatShopDate(paidAt ?? orderedAt) },
      { name: 'Being made', when: status === 'processing' && readyAt ? 'Ready to post' : null },
      { name: 'On its way', when: isSent ? shippedAt && formatShopDate(shippedAt) : by(dispatchBy) },
      { name: 'Delivered', when: deliveredAt ? formatShopDate(deliveredAt) : arriveBy && by(arriveBy) },
    ],
    reached: { pending: 0, processing: 1, shipped: 2, delivered: 3, cancelled: 0 }[status],
  }
}

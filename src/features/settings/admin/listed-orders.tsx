import type { DayRange } from '../shop-settings.ts'
import { countWorkingDays } from './count-working-days.ts'

type ListedOrdersProps<Order> = {
  title: string
  /** How many there are; not all are listed. */
  count: number
  orders: readonly Order[]
  /** Of all of them, as many as are delayed at once. */
  numbers: readonly string[]
  /** Days off that are not saved yet, which a delay skips. */
  off?: DayRange | null
  /** What is said of each. */
  children: (order: Order) => string
}

/** The orders that a change of a setting would affect, each with a link, and a link that delays exactly these. */
export function ListedOrders<Order extends { order_number: string }>({
  title,
  count,
  orders,
  numbers,
  off = null,
  children,
}: ListedOrdersProps<Order>) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1">
        {orders.map((order) => (
          <li key={order.order_number}>
            {/* A new tab, so that what was typed stays as it is. */}
            <a
              href={`/admin?tab=orders&order=${encodeURIComponent(order.order_number)}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center lg:min-h-8"
            >
              <span className="link">{order.order_number}</span>
            </a>{' '}
            <span className="text-ink-soft">{children(order)}</span>
          </li>
        ))}
      </ul>
      {count > orders.length && <p className="text-ink-soft text-small">and {count - orders.length} more</p>}
      <a
        href={delayAddress(numbers, off)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center text-mulberry"
      >
        <span className="link">
          {numbers.length === 1 ? 'Delay this order' : `Delay these ${numbers.length} orders`}
        </span>
      </a>
    </div>
  )
}

/** The form that delays these orders, by as many working days as are off. */
function delayAddress(numbers: readonly string[], off: DayRange | null): string {
  const query = new URLSearchParams({ orders: numbers.join() })
  if (off) {
    query.set('off', `${off.from}_${off.until}`)
    query.set('later', String(Math.max(1, countWorkingDays(off))))
  }
  return `/admin/orders/delay?${query}`
}

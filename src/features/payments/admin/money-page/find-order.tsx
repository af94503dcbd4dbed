import { useCallback, useState } from 'react'
import { SearchField } from '#admin/search-field.tsx'
import { formatPence } from '#base/money.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { paidLabel } from './money-labels.ts'
import { usePaidOrders } from './money-queries.ts'

/** Links to the money of paid orders: the newest, or those that match a search. */
export function FindOrder() {
  const [q, setQ] = useState('')
  const { orders, problem } = usePaidOrders(q)
  const search = useCallback((text: string) => setQ(text), [])
  return (
    <AccountSection
      id="find-order"
      title="Refund or cancel an order"
      note="See what was paid and refunded, make a refund, or cancel the order."
    >
      <SearchField label="Order number, name or e-mail" onSearch={search} />
      {problem && (
        <p role="alert" className="mt-6 border-mulberry border-l-2 pl-5">
          {problem}
        </p>
      )}
      <p role="status" className={orders?.length === 0 ? 'mt-6 text-ink-soft' : 'sr-only'}>
        {orders && countLabel(orders.length, q)}
      </p>
      {orders && orders.length > 0 && (
        <ul aria-labelledby="find-order" className="mt-5">
          {orders.map((order) => (
            <li key={order.order_number} className="border-line border-b">
              <Link
                to={`/admin/orders/${order.order_number}/money`}
                className="group grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 py-3 hover:text-mulberry"
              >
                <span className="wrap-any">
                  <span className="link text-mulberry">{order.order_number}</span>
                  {order.customer_name && `, ${order.customer_name}`}
                </span>
                <span className="price text-right">{formatPence(order.total_pence)}</span>
                <span className="wrap-any col-span-2 text-ink-soft text-small">
                  {paidLabel(order)}
                  {order.customer_email && `, ${order.customer_email}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  )
}

function countLabel(count: number, q: string): string {
  if (count === 0) return q ? 'No paid orders match.' : 'No paid orders yet.'
  return count === 1 ? 'One paid order' : `${count} paid orders, the newest first`
}

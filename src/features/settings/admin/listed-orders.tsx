type ListedOrdersProps<Order> = {
  title: string
  /** How many there are; not all are listed. */
  count: number
  orders: readonly Order[]
  /** What is said of each. */
  children: (order: Order) => string
}

/** The orders that a change of a setting would affect, each with a link. */
export function ListedOrders<Order extends { order_number: string }>({
  title,
  count,
  orders,
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
              className="inline-flex min-h-8 items-center"
            >
              <span className="link">{order.order_number}</span>
            </a>{' '}
            <span className="text-ink-soft">{children(order)}</span>
          </li>
        ))}
      </ul>
      {count > orders.length && <p className="text-ink-soft text-small">and {count - orders.length} more</p>}
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import type { OrderRow } from '../order.ts'
import type { StatusChanges } from '../status/use-status-changes.ts'
import { belongs, type OrderFilter } from './order-filter-url.ts'
import { OrderTableRow } from './order-table-row.tsx'
import { as } from './table-roles.ts'
import type { ListLocation } from './use-list-location.ts'

const columns = [
  { name: 'Order #', width: 'w-[12.5%]' },
  { name: 'Customer', width: 'w-[16.5%]' },
  { name: 'Product', width: 'w-[15.5%]' },
  { name: 'Amount', width: 'w-[7.5%]' },
  { name: 'Payment', width: 'w-[9%]' },
  { name: 'Status', width: 'w-[10.5%]' },
  { name: 'Tracking', width: 'w-[11.5%]' },
  { name: 'Date', width: 'w-[9%]' },
  { name: 'Actions', width: 'w-[8%]' },
]

type OrdersTableProps = {
  orders: OrderRow[]
  filter: OrderFilter
  /** Another page is loading: this one stays visible and its controls are disabled. */
  busy: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
  changes: StatusChanges
  place: ListLocation
  /** The number of the order whose details were closed last: the button that opens it gets the focus. */
  closed: string | null
}

/** The orders as a table; on a phone its rows are laid out as cards. */
export function OrdersTable({ orders, filter, busy, chosen, onChoose, changes, place, closed }: OrdersTableProps) {
  const today = shopToday()
  const openers = useRef(new Map<string, HTMLButtonElement | null>())
  useEffect(() => {
    if (closed) openers.current.get(closed)?.focus()
  }, [closed])
  return (
    <table
      {...as.table}
      aria-label="Orders"
      aria-busy={busy}
      inert={busy}
      className="block w-full border-line border-t aria-busy:opacity-60 min-[70rem]:table min-[70rem]:table-fixed min-[70rem]:border-t-0"
    >
      <TableHead />
      <tbody {...as.rows} className="block md:grid md:grid-cols-2 md:gap-x-12 min-[70rem]:table-row-group">
        {orders.map((row) => {
          const order = changes.withPending(row)
          return (
            <OrderTableRow
              key={order.id}
              order={order}
              today={today}
              hasMovedOn={!belongs(order, filter, today)}
              isChosen={chosen.has(order.id)}
              onChoose={onChoose}
              onPayment={(payment_status) => void changes.change(row, { payment_status })}
              onStatus={(order_status) => void changes.change(row, { order_status })}
              onReady={(ready_at) => void changes.change(row, { ready_at })}
              onDetails={place.openOrder}
              opener={(button) => void openers.current.set(row.order_number, button)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

function TableHead() {
  return (
    <thead {...as.rows} className="sr-only min-[70rem]:not-sr-only min-[70rem]:table-header-group">
      <tr {...as.row} className="border-line border-b">
        {columns.map(({ name, width }) => (
          <th
            key={name}
            {...as.header}
            scope="col"
            className={`label pt-2 pr-4 pb-2.5 text-left align-bottom text-ink-soft last:pr-0 ${width}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

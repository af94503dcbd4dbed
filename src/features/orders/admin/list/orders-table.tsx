import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { formatShortDay } from '#base/calendar-day.ts'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { formatOrderDate } from '#base/shop-time.ts'
import { printedSizes } from '#features/catalogue/sizes/size-chart.ts'
import { useCarriers } from '#features/settings/admin/settings-queries.ts'
import { trackingUrl } from '#features/settings/carriers.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import {
  isAwaited,
  isLate,
  isPaidByHand,
  linkLabel,
  nameOfService,
  type OrderRow,
  owesRefund,
  parcelLabel,
  refundedLabel,
} from '../order.ts'
import { PostageNote } from '../postage-slots.tsx'
import { PaymentSelect, ReadyButton, StatusSelect } from '../status/status-controls.tsx'
import type { StatusChange } from '../status/status-questions.ts'
import type { StatusChanges } from '../status/use-status-changes.ts'
import { belongs, type ListLocation, type OrderFilter } from './list-location.ts'

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

// Some screen readers drop a table's semantics when CSS changes its display, so the roles are set explicitly.
const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
}

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
              onChange={(wanted) => void changes.change(row, wanted)}
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

type OrderEntryProps = {
  order: OrderRow
  today: string
  /** The order no longer matches the view; its row stays until the list is reloaded. */
  hasMovedOn: boolean
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
  onChange: (wanted: StatusChange) => void
  onDetails: (orderNumber: string, at?: string) => void
  /** The button that opens the details. */
  opener: Ref<HTMLButtonElement>
}

// The height of the dropdowns, so that all cells of a row share one line.
const line = 'flex min-h-11 items-center'
const middle = 'min-[70rem]:pt-[0.7rem]'

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  const table =
    'min-w-0 min-[70rem]:table-cell min-[70rem]:py-1.5 min-[70rem]:pr-4 min-[70rem]:align-top min-[70rem]:last:pr-0'
  return (
    <td {...as.cell} className={`${table} ${className}`}>
      {children}
    </td>
  )
}

/** An order as a table row; on a phone the cells are laid out as a card. */
function OrderTableRow({ order, today, hasMovedOn, isChosen, onChoose, ...rest }: OrderEntryProps) {
  const { id, order_number: number, customer_name, customer_email, product_name, product_size } = order
  const shared = parcelLabel(order)
  const service = order.order_view === 'to_dispatch' ? nameOfService(order.delivery_service) : null
  return (
    <tr
      {...as.row}
      className={`grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-6 border-line border-b py-4 text-small min-[70rem]:table-row min-[70rem]:py-0 ${hasMovedOn ? 'text-ink-soft' : ''} ${isChosen ? 'bg-paper-deep/70' : ''}`}
    >
      <Cell>
        <label className={`${line} wrap-any cursor-pointer gap-x-3 font-medium min-[70rem]:whitespace-nowrap`}>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(id, target.checked)}
            aria-label={`Choose ${number}`}
            className="size-4 shrink-0 accent-mulberry"
          />
          {number}
        </label>
        {hasMovedOn && <p className="-mt-2 pl-7">Moved to another list</p>}
        {(order.review_notes?.length ?? 0) > 0 && <p className="-mt-2 pl-7 text-mulberry">Needs attention</p>}
      </Cell>
      <Cell className="col-span-2 col-start-1 row-start-2 max-[70rem]:pb-1">
        <p className={`wrap-any leading-snug ${middle}`}>
          {customer_email ? (
            <Link to={`/admin/customers/${encodeURIComponent(number)}`} className="inline-block py-1 -my-1">
              <bdi className="link">{customer_name ?? 'No name yet'}</bdi>
            </Link>
          ) : (
            <bdi>{customer_name ?? 'No name yet'}</bdi>
          )}
        </p>
        {customer_email && <p className="wrap-any text-ink-soft leading-snug">{customer_email}</p>}
      </Cell>
      <Cell className="col-span-2 col-start-1 row-start-3 max-[70rem]:pr-24">
        <p className={`wrap-any leading-snug ${middle}`}>{product_name}</p>
        <p className="wrap-any text-ink-soft leading-snug">{printedSizes(product_size)}</p>
        {service && <p className="wrap-any leading-snug">{service}</p>}
        {shared && <p className="wrap-any leading-snug">{shared}</p>}
        <PostageNote order={order} />
      </Cell>
      <Cell className="col-start-2 row-start-3 max-[70rem]:justify-self-end">
        <p className={`price ${middle}`}>{formatPence(penceFromPounds(order.final_amount))}</p>
      </Cell>
      <Statuses order={order} {...rest} />
      <Cell
        className={`col-start-1 row-start-5 ${order.tracking_number ? 'max-[70rem]:self-center' : 'max-[70rem]:sr-only'}`}
      >
        <Tracking order={order} />
      </Cell>
      <Cell className="col-start-2 row-start-1 max-[70rem]:justify-self-end max-[70rem]:text-right">
        <p className={`min-[70rem]:whitespace-nowrap ${middle} max-[70rem]:pt-2.5`}>
          {formatOrderDate(order.created_at)}
        </p>
        {isAwaited(order) && <PostBy order={order} today={today} />}
      </Cell>
      <Cell className={`row-start-5 ${order.tracking_number ? 'col-start-2' : 'col-span-2 col-start-1'}`}>
        <Actions order={order} onDetails={rest.onDetails} opener={rest.opener} />
      </Cell>
    </tr>
  )
}

function Statuses({ order, onChange }: Pick<OrderEntryProps, 'order' | 'onChange'>) {
  const { order_number: number } = order
  const back = refundedLabel(order)
  return (
    <>
      <Cell className="col-start-1 row-start-4">
        <SmallName>Payment</SmallName>
        <PaymentSelect order={order} onChange={onChange} />
        {isPaidByHand(order) && <p className="pt-1 text-ink-soft leading-snug">by hand</p>}
        {linkLabel(order) && <p className="pt-1 text-ink-soft leading-snug">{linkLabel(order)}</p>}
        {back && <p className="pt-1 text-ink-soft leading-snug">{back}</p>}
      </Cell>
      <Cell className="col-start-2 row-start-4">
        <SmallName>Status</SmallName>
        <StatusSelect order={order} onChange={onChange} />
        <ReadyButton order={order} onChange={onChange} />
        {owesRefund(order) && (
          <p className="pt-1 leading-snug">
            <Link to={`/admin/orders/${number}/money`} className="link text-mulberry">
              Refund owed
            </Link>
          </p>
        )}
      </Cell>
    </>
  )
}

/** The label of a cell on a phone, where no table header is visible. A screen reader has the dropdown's own label. */
function SmallName({ children }: { children: string }) {
  return (
    <p aria-hidden="true" className="label -mb-2 pt-2.5 text-ink-soft min-[70rem]:hidden">
      {children}
    </p>
  )
}

function Tracking({ order: { tracking_number: number, shipping_carrier } }: Pick<OrderEntryProps, 'order'>) {
  const url = trackingUrl(useCarriers(), shipping_carrier, number)
  if (!number) return <p className={`text-ink-soft ${middle}`}>None yet</p>
  return (
    <p className={`wrap-any leading-snug ${middle}`}>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="link hover:text-mulberry">
          {number}
        </a>
      ) : (
        number
      )}
    </p>
  )
}

function PostBy({ order, today }: { order: OrderRow; today: string }) {
  const late = isLate(order, today)
  return (
    <p className={`whitespace-nowrap leading-snug ${late ? 'font-medium text-mulberry' : 'text-ink-soft'}`}>
      {late ? 'Late: ' : 'Post by '}
      {formatShortDay(order.dispatch_by)}
    </p>
  )
}

function Actions({
  order: { order_number: number, tracking_number },
  onDetails,
  opener,
}: Pick<OrderEntryProps, 'order' | 'onDetails' | 'opener'>) {
  return (
    <p className="flex flex-wrap gap-x-5 max-[70rem]:justify-between max-[70rem]:*:only:ml-auto">
      <TextButton ref={opener} onClick={() => onDetails(number)} aria-label={`View Details of ${number}`}>
        View Details
      </TextButton>
      {!tracking_number && (
        <TextButton onClick={() => onDetails(number, 'tracking')} aria-label={`Add Tracking to ${number}`}>
          Add Tracking
        </TextButton>
      )}
    </p>
  )
}

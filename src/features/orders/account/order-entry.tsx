import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { useProof } from '#features/accounts/page/proof.tsx'
import { clothsOf, namedSize, sizeLabel } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { ReceiptHead } from '#features/orders/receipt-head.tsx'
import { serverNow } from '#platform/client/backend-client.ts'
import { call, read } from '#platform/client/functions.ts'
import { Link } from '#ui/link.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { isCalledOff } from '../order-state.ts'
import { isPartSent, openPieces, type Parcel, type Piece } from '../parcels/parcel.ts'
import { CancelOrder } from './cancel-order.tsx'
import { type MyLine, type MyOrder, withdrawalOf } from './my-orders.ts'
import { orderStatus, trackingLabel } from './order-labels.ts'

/** One order of the account page: number, day, status, garments and amounts. */
export function OrderEntry({ order, onChanged }: { order: MyOrder; onChanged: () => Promise<void> }) {
  const { word, sentence } = orderStatus(order, serverNow())
  const id = `order-${order.id}`
  const heading = useRef<HTMLHeadingElement>(null)
  const prove = useProof()
  const cancel = () => prove(() => call('cancel-my-order', { order_number: order.number }))
  return (
    <li
      aria-labelledby={id}
      data-receipt=""
      className="border-line border-b pt-8 pb-7 first:pt-0 last:border-b-0 last:pb-0"
    >
      <ReceiptHead title="Receipt" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <h3 ref={heading} id={id} tabIndex={-1} className="wrap-any text-name leading-tight outline-none">
          {order.number}
        </h3>
        <p className="text-ink-soft text-small">Ordered on {formatShopDate(order.orderedAt)}</p>
      </div>
      <p className="mt-3 max-w-[34em]">
        <span className="label mr-3 text-mulberry">{word}</span>
        {sentence}
      </p>
      <Tracking order={order} className="mt-1" />
      <ReceiptFacts order={order} />
      <ul className="mt-5 grid gap-y-3">
        {order.lines.map((line) => (
          <OrderLine key={`${line.slug} ${line.size}`} line={line} />
        ))}
      </ul>
      <GiftNote order={order} />
      <OrderSums order={order} />
      <p className="not-printed flex flex-wrap gap-x-7">
        <OrderPageButton order={order} />
        <TextButton
          aria-label={`Print the receipt of ${order.number}`}
          onClick={(event) => printReceipt(event.currentTarget)}
        >
          Print the receipt
        </TextButton>
      </p>
      <CancelOrder order={order} heading={heading} send={cancel} onChanged={onChanged} />
    </li>
  )
}

/** Opens the page of the order; named for what can be done there. */
function OrderPageButton({ order }: { order: MyOrder }) {
  const { number } = order
  const label = pageLabel(order)
  const prove = useProof()
  const navigate = useNavigate()
  const opening = useMutation({
    mutationFn: () => prove(() => read('my-order-page', { order_number: number })),
    onSuccess: (found) => found && navigate(found.path),
  })
  return (
    <span>
      <TextButton
        aria-label={`${label}: ${number}`}
        aria-disabled={opening.isPending}
        onClick={() => !opening.isPending && opening.mutate()}
      >
        {label}
      </TextButton>
      <span role="alert" className="block text-mulberry text-small empty:hidden">
        {opening.error && accountProblem(opening.error).problem}
      </span>
    </span>
  )
}

function pageLabel(order: MyOrder): string {
  if (withdrawalOf(order)) return 'See how your withdrawal is going'
  if (order.status === 'pending' && !isCalledOff(order)) return 'See it or change it'
  const isHere = order.status === 'shipped' || order.status === 'delivered'
  return isHere && !isCalledOff(order) ? 'See it or send something back' : 'See this order'
}

/** Where the parcel can be followed; of an order in several, each of them, and what is still to come. */
export function Tracking({ order, className }: { order: MyOrder; className: string }) {
  const { parcels, lines } = order
  const [first] = parcels
  const isPart = isPartSent(order)
  if (!first) return null
  if (parcels.length === 1 && !isPart) {
    return (
      <p className={`wrap-any ${className} empty:hidden`}>
        {first.tracking_number && (
          <>
            Follow the parcel: <TrackingLink parcel={first} />
          </>
        )}
      </p>
    )
  }
  const named = (pieces: readonly Piece[]) => piecesLabel(pieces, lines)
  return (
    <ol className="mt-4 grid max-w-[34em] gap-y-3">
      {parcels.map((parcel, index) => (
        <li key={parcel.id} className="wrap-any border-line border-l-2 pl-4">
          <span className="label block text-ink-soft">Parcel {index + 1}</span>
          {named(parcel.pieces)}
          <span className="block text-ink-soft text-small">{parcelDays(order, parcel)}</span>
          <TrackingLink parcel={parcel} />
        </li>
      ))}
      {isPart && (
        <li className="wrap-any border-line border-l-2 pl-4">
          <span className="label block text-ink-soft">Still to come</span>
          {named(openPieces(lines, parcels))}
        </li>
      )}
    </ol>
  )
}

function TrackingLink({ parcel }: { parcel: Parcel }) {
  const label = trackingLabel(parcel)
  if (!label || !parcel.tracking_url) return label
  return (
    <a
      href={parcel.tracking_url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center text-mulberry"
    >
      <span className="link">{label}</span>
    </a>
  )
}

function piecesLabel(pieces: readonly Piece[], lines: readonly MyLine[]): string {
  const labels = pieces.map(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    const name = line ? namedSize(line) : ''
    return quantity > 1 ? `${quantity} × ${name}` : name
  })
  return labels.join('; ')
}

/** When a parcel left, and when it should arrive; of a delivered order only the former is certain of each. */
function parcelDays({ status, orderedAt }: MyOrder, { shipped_at, arrive_by }: Parcel): string {
  const left = shipped_at ? `It left on ${formatShopDate(shipped_at)}` : 'It has left'
  if (!arrive_by || status === 'delivered') return `${left}.`
  return `${left} and should be with you by ${formatDay(new Date(arrive_by), new Date(orderedAt))}.`
}

/** The note that is enclosed in the parcel; nothing without one. */
export function GiftNote({ order: { giftNote } }: { order: MyOrder }) {
  if (!giftNote) return null
  return (
    <p className="wrap-any mt-4 whitespace-pre-line text-small">
      <span className="label block text-ink-soft">Gift note</span>
      <span dir="auto" className="block">
        {giftNote}
      </span>
    </p>
  )
}

/** The amounts of an order: what was paid, and what was refunded. */
export function OrderSums({ order, discountLabel = 'Discount' }: { order: MyOrder; discountLabel?: string }) {
  return (
    <dl className="mt-5 ml-auto grid max-w-64 grid-cols-[1fr_auto] gap-x-8 gap-y-1 text-small">
      <Sum label="Subtotal" amount={formatPence(order.subtotal)} />
      {order.discount > 0 && <Sum label={discountLabel} amount={`−${formatPence(order.discount)}`} />}
      <Sum label="Delivery" amount={order.delivery > 0 ? formatPence(order.delivery) : 'free'} />
      <Sum label="Paid" amount={formatPence(order.total)} strong />
      {order.refunded > 0 && <Sum label="Refunded" amount={formatPence(order.refunded)} />}
    </dl>
  )
}

/** The facts that only the printed receipt has: customer, address and payment method. */
export function ReceiptFacts({ order: { buyer, paidAt, paidThrough } }: { order: MyOrder }) {
  return (
    <dl className="mt-5 hidden grid-cols-2 gap-x-8 text-small print:grid">
      <div>
        <dt className="font-medium">Sold to</dt>
        <dd className="wrap-any whitespace-pre-line">{buyer.join('\n')}</dd>
      </div>
      {paidAt && (
        <div>
          <dt className="font-medium">Payment</dt>
          <dd>Paid on {formatShopDate(paidAt)}</dd>
          <dd>Via {paidThrough}</dd>
        </div>
      )}
    </dl>
  )
}

/** A garment of an order: picture, name, size, height, quantity and sum. */
export function OrderLine({
  line: { name, size, quantity, cancelled, withdrawn, slug, imageUrl, sum, measurements, heightCm, heelCm, piece },
}: {
  line: MyLine
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-5">
      {imageUrl ? (
        <img
          src={pictureAt(imageUrl, 160)}
          alt=""
          width={56}
          height={75}
          loading="lazy"
          className="h-[4.6875rem] w-14 shrink-0 object-cover"
        />
      ) : (
        <span aria-hidden="true" className="h-[4.6875rem] w-14 shrink-0 bg-paper-deep" />
      )}
      <p className="wrap-any min-w-0 grow basis-30">
        <Link to={clothsOf(size) ? '/samples' : `/product/${slug}`} className="link">
          {name}
        </Link>
        <span className="block text-ink-soft text-small">
          {sizeLabel(size)}
          {heightCm && `, ${heightLabel(heightCm, heelCm).toLowerCase()}`}
          {piece && `, ${piece}`}
          {quantity === 1 ? <span className="hidden print:inline">, quantity 1</span> : `, quantity ${quantity}`}
        </span>
        {cancelled > 0 && (
          <span className="block text-mulberry text-small">
            {cancelled === quantity ? 'Cancelled' : `${cancelled} of ${quantity} cancelled`}
          </span>
        )}
        {withdrawn > 0 && (
          <span className="block text-mulberry text-small">
            {withdrawn >= quantity - cancelled ? 'Withdrawn' : `${withdrawn} of ${quantity - cancelled} withdrawn`}
          </span>
        )}
        {measurements && <span className="block text-ink-soft text-small">With your measurements: {measurements}</span>}
      </p>
      <p className="price ml-auto shrink-0">{formatPence(sum)}</p>
    </li>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const look = strong ? 'font-medium text-body' : 'text-ink-soft'
  return (
    <>
      <dt className={look}>{label}</dt>
      <dd className={`price text-right ${look}`}>{amount}</dd>
    </>
  )
}

/** Prints only the order that contains the button. */
export function printReceipt(button: HTMLElement): void {
  const receipt = button.closest<HTMLElement>('[data-receipt]')
  if (!receipt) return
  receipt.dataset.receipt = 'printed'
  function restore() {
    if (receipt) receipt.dataset.receipt = ''
  }
  window.addEventListener('afterprint', restore, { once: true })
  window.print()
}

import { useRef } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatOrderTime } from '#base/shop-time.ts'
import { isRefundOwed, noteText } from '#features/orders/order-note.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { ownerDutyText } from '#features/settings/duties.ts'
import { Link } from '#ui/link.tsx'
import { EditOrder } from '../../changes/admin/edit-order-form.tsx'
import { EndLinks } from '../../links/end-links.tsx'
import { ParcelsSection } from '../../parcels/admin/parcels-section.tsx'
import { OrderReturns } from '../../returns/admin/return-entry.tsx'
import {
  addressLines,
  isAwaited,
  isLate,
  isPaidByHand,
  type OrderDetails,
  type OrderRow,
  owesRefund,
  parcelLabel,
} from '../order.ts'
import { PostageNote, PostedOrders } from '../postage-slots.tsx'
import { PrintLinks } from '../print/print-page.tsx'
import { PaymentSelect, ReadyButton, StatusConflictNotice, StatusSelect } from '../status/status-controls.tsx'
import type { StatusChanges } from '../status/use-status-changes.ts'
import { DelayForm } from './delay-form.tsx'
import { CopyButton, DetailsSection, Facts } from './details-section.tsx'
import { OrderEmails } from './order-emails.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMoneyFold, showMoney } from './order-money-fold.tsx'
import { OwnerNote } from './owner-note.tsx'
import { Timeline } from './timeline.tsx'

type OrderDetailsViewProps = {
  details: OrderDetails
  at: string | null
  changes: StatusChanges
  onChanged: (order: OrderRow) => void
  /** Reads the order again: a delay was announced, its details were changed, or its links were ended. */
  onDelayed: () => Promise<void>
}

const exchangeNames: Record<OrderDetails['exchanges'][number]['kind'], string> = {
  exchange: 'Exchanged for',
  returned: 'Exchange for',
}

function OrderLink({ number }: { number: string }) {
  return (
    <Link to={`/admin?tab=orders&order=${encodeURIComponent(number)}`} className="link hover:text-mulberry">
      {number}
    </Link>
  )
}

/** The sections of an order, those of the daily work first. */
export function OrderDetailsView({ details, at, changes, onChanged, onDelayed }: OrderDetailsViewProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const order = changes.withPending(details.order)
  const { order_number: number, customer_email: email, customer_phone: phone } = order
  const today = shopToday()
  const address = addressLines(order)

  async function change(wanted: Parameters<StatusChanges['change']>[1]) {
    const changed = await changes.change(details.order, wanted, onChanged)
    if (changed && changed.outcome !== 'failed' && changed.order) onChanged(changed.order)
  }

  return (
    <div className="grid gap-x-12 gap-y-8 pt-3 md:grid-cols-2">
      <StatusConflictNotice changes={changes} onChanged={onChanged} className="md:col-span-2" />
      <OrderAlerts order={order} onMoney={() => showMoney(fold)} />
      <DetailsSection title="Order Information" top="always">
        <Facts
          facts={[
            ['Order #', number],
            ['Date', formatOrderTime(order.created_at)],
            order.paid_at !== null && ['Paid', formatOrderTime(order.paid_at)],
            ['Payment', <PaymentSelect key="payment" order={order} onChange={change} className="max-w-44" />],
            ['Status', <StatusSelect key="status" order={order} onChange={change} className="max-w-44" />],
            parcelLabel(order) !== null && ['Parcel', parcelLabel(order)],
            order.order_view === 'to_dispatch' &&
              order.ready_at !== null && ['Ready to post', formatOrderTime(order.ready_at)],
            order.order_view === 'shipped' && order.shipped_at !== null
              ? ['Posted', formatOrderTime(order.shipped_at)]
              : [
                  isLate(order, today) ? 'Late' : 'Post by',
                  <span key="by" className={isLate(order, today) ? 'font-medium text-mulberry' : ''}>
                    {formatShortWeekday(order.dispatch_by)}
                  </span>,
                ],
            order.promised_dispatch_by !== null &&
              order.promised_dispatch_by !== order.dispatch_by && [
                'First promised',
                formatShortWeekday(order.promised_dispatch_by),
              ],
            ...details.exchanges.map(
              ({ order_number, kind }) =>
                [exchangeNames[kind], <OrderLink key={order_number} number={order_number} />] as const,
            ),
            order.arrive_by !== null &&
              order.order_status !== 'cancelled' && [
                order.delivered_at === null ? 'Arrives by' : 'Delivered',
                formatShortWeekday(order.arrive_by),
              ],
          ]}
        />
        <p className="empty:hidden">
          <ReadyButton order={order} onChange={change} />
        </p>
        {isAwaited(order) && <DelayForm key={number} order={order} onDone={onDelayed} />}
        <p className="flex flex-wrap gap-x-7 pt-1">
          <PrintLinks query={`orders=${encodeURIComponent(number)}`} />
        </p>
      </DetailsSection>

      <DetailsSection title="Customer" top="wide">
        <Facts
          facts={[
            ['Name', order.customer_name ? <bdi key="name">{order.customer_name}</bdi> : 'Not known yet'],
            [
              'E-mail',
              email ? (
                <a key="mail" href={`mailto:${email}`} className="link hover:text-mulberry">
                  {email}
                </a>
              ) : (
                'Not known yet'
              ),
            ],
            [
              'Phone',
              phone ? (
                <a key="phone" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link hover:text-mulberry">
                  {phone}
                </a>
              ) : (
                'None given'
              ),
            ],
          ]}
        />
        {details.customer && <CustomerLink orderNumber={number} customer={details.customer} />}
        {email && order.order_view !== 'unpaid' && <EndLinks orderNumber={number} email={email} onDone={onDelayed} />}
      </DetailsSection>

      <EditOrder key={number} details={details} onSaved={onDelayed} />

      <DetailsSection title="Product" wide>
        <OrderLines order={order} lines={details.lines} exchanges={details.exchanges} />
        {order.order_view === 'to_make' && (
          <Link
            to={`/admin/orders/by-hand?joins=${encodeURIComponent(number)}`}
            className="inline-flex min-h-11 items-center text-mulberry"
          >
            <span className="link">Add a garment to this order</span>
          </Link>
        )}
      </DetailsSection>

      <DetailsSection title="Shipping Address">
        {address.length > 0 ? (
          <>
            <address dir="auto" className="wrap-any whitespace-pre-line not-italic">
              {address.join('\n')}
            </address>
            <CopyButton text={address.join('\n')} what="address" />
          </>
        ) : (
          <p className="text-ink-soft">Not known yet: it’s entered on the payment page.</p>
        )}
      </DetailsSection>

      <DetailsSection title="Notes">
        <Facts
          facts={[
            [
              'For the parcel',
              order.notes ? (
                <span key="parcel" dir="auto" className="block whitespace-pre-line">
                  {order.notes}
                </span>
              ) : (
                'No notes.'
              ),
            ],
          ]}
        />
        <div className="pt-3">
          <OwnerNote key={number} orderNumber={number} note={details.owner_note} onSaved={onDelayed} />
        </div>
      </DetailsSection>

      {order.gift_note && (
        <DetailsSection title="Gift note">
          <p dir="auto" className="wrap-any whitespace-pre-line">
            {order.gift_note}
          </p>
        </DetailsSection>
      )}

      <DetailsSection title="Tracking Information">
        <PostedOrders orders={[order]}>
          <PostageNote order={order} />
        </PostedOrders>
        <ParcelsSection
          order={order}
          details={details}
          wantsFocus={at === 'tracking'}
          ask={changes.ask}
          onChanged={onChanged}
          onReload={onDelayed}
        />
      </DetailsSection>

      <OrderReturns key={number} order={order} />

      <DetailsSection title="E-mails">
        <OrderEmails orderNumber={number} version={order.version} />
      </DetailsSection>

      <OrderMoneyFold order={order} fold={fold} />

      <DetailsSection title="Timeline" wide>
        <Timeline orderNumber={number} entries={details.timeline} />
      </DetailsSection>
    </div>
  )
}

/** The way to the customer's page, and the owner's note on the customer. */
function CustomerLink({
  orderNumber,
  customer: { orders, note },
}: {
  orderNumber: string
  customer: NonNullable<OrderDetails['customer']>
}) {
  return (
    <>
      {note && (
        <p dir="auto" className="wrap-any mt-2 whitespace-pre-line border-mulberry border-l-2 pl-4">
          <span className="block text-ink-soft text-small">About this customer, for me</span>
          {note}
        </p>
      )}
      <p>
        <Link
          to={`/admin/customers/${encodeURIComponent(orderNumber)}`}
          className="inline-flex min-h-11 items-center text-mulberry"
        >
          <span className="link">{orders > 1 ? `Customer’s page: ${orders} orders` : 'Customer’s page'}</span>
        </Link>
      </p>
    </>
  )
}

/** The review notes of an order, a refund that is owed, duty for the owner to pay, and a payment set to paid by hand. */
function OrderAlerts({ order, onMoney }: { order: OrderRow; onMoney: () => void }) {
  const { review_notes: all = [] } = order
  const isOwed = owesRefund(order)
  const isByHand = isPaidByHand(order)
  // A refund that is owed has its own sentence below.
  const notes = all.filter((note) => !(isOwed && isRefundOwed(note)))
  const duty = isBeforeDispatch(order.order_status)
    ? ownerDutyText(order.shipping_country ?? '', new Date(order.created_at))
    : null
  if (notes.length === 0 && !isOwed && !isByHand && !duty) return null
  return (
    <div className="grid max-w-[44em] gap-y-2 border-mulberry border-l-2 pl-5 md:col-span-2">
      {notes.length > 0 && (
        <p className="wrap-any">
          <strong className="font-medium">This order needs your attention.</strong> {notes.map(noteText).join(' ')}
        </p>
      )}
      {isOwed && (
        <p>
          <strong className="font-medium">A refund is owed.</strong> The order is cancelled, but the payment hasn’t been
          refunded: changing the status moves no money.{' '}
          <button type="button" onClick={onMoney} className="link inline text-mulberry">
            Refund it
          </button>
        </p>
      )}
      {duty && (
        <p>
          <strong className="font-medium">Duty is yours to pay.</strong> {duty}
        </p>
      )}
      {isByHand && (
        <p>
          It was marked as paid by hand: the payment provider has no payment for it, so there is nothing to refund here.
        </p>
      )}
    </div>
  )
}

import { useEffect } from 'react'
import { useParams } from 'react-router'
import { PrivateNote } from '#admin/private-note.tsx'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { formatOrderDate, formatShopTime } from '#base/shop-time.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { ukSize } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { printedSizes } from '#features/catalogue/sizes/size-chart.ts'
import { call } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { orderViews } from '../../admin/api/order-views.ts'
import { DetailsSection, Facts } from '../../admin/details/details-section.tsx'
import { EarlierOrderList } from '../../earlier/admin/earlier-order-list.tsx'
import { type Customer, useCustomer } from './customer-queries.ts'

/** A customer: her orders, e-mails, sizes by consent and the owner's note. The number of one of her orders is its address. */
export default function CustomerPage() {
  const { orderNumber = '' } = useParams()
  const { customer, problem, refetch } = useCustomer(orderNumber)
  useEffect(prepareToasts, [])
  if (!customer)
    return (
      <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
        {problem ? (
          <CouldNotLoad problem={problem} onRetry={() => void refetch()} />
        ) : (
          <LoadingSkeleton label="Loading the customer" count={5} />
        )}
      </div>
    )
  const { name, email, phone, has_account, paid, note } = customer
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <h2 className="wrap-any text-title leading-tight">
        <bdi>{name ?? email ?? 'No name yet'}</bdi>
      </h2>
      <p className="mt-1 text-ink-soft">
        {has_account ? 'Has an account' : 'A guest, known by their e-mail address'} ·{' '}
        {paid.orders === 1 ? 'one paid order' : `${paid.orders} paid orders`}, {formatPence(paid.total_pence)} after
        refunds
      </p>
      <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
        <DetailsSection title="Notes" top="always">
          <PrivateNote
            key={orderNumber}
            form="customer-note"
            rowId={orderNumber}
            label="About this customer, for me"
            note={note}
            save={(text, seen) => call('customer-note', { order_number: orderNumber, note: text, seen })}
            onSaved={refetch}
          />
          <OrderNotes orders={customer.orders} />
        </DetailsSection>
        <DetailsSection title="Customer" top="wide">
          <Contact email={email} phone={phone} />
          <Sizes sizes={customer.sizes} hasAccount={has_account} />
        </DetailsSection>
        <DetailsSection title="Orders" wide>
          <Orders customer={customer} />
        </DetailsSection>
        {customer.earlier_orders.length > 0 && (
          <DetailsSection title="Earlier orders, from your former shop" wide>
            <EarlierOrderList orders={customer.earlier_orders} how="found by the same name and postcode" />
          </DetailsSection>
        )}
        <DetailsSection title="E-mails" wide>
          <Emails emails={customer.emails} />
        </DetailsSection>
      </div>
    </div>
  )
}

function OrderLink({ number }: { number: string }) {
  return (
    <Link
      to={`/admin?tab=orders&order=${encodeURIComponent(number)}`}
      className="inline-flex min-h-11 items-center text-mulberry"
    >
      <span className="link">{number}</span>
    </Link>
  )
}

/** The owner's notes on the orders, which are changed on the order. */
function OrderNotes({ orders }: Pick<Customer, 'orders'>) {
  const noted = orders.filter(({ owner_note }) => owner_note !== null)
  if (noted.length === 0) return null
  return (
    <ul className="mt-4">
      {noted.map(({ order_number, owner_note }) => (
        <li key={order_number} className="border-line border-t py-1">
          <OrderLink number={order_number} />
          <p dir="auto" className="wrap-any whitespace-pre-line pb-1">
            {owner_note}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Contact({ email, phone }: Pick<Customer, 'email' | 'phone'>) {
  const mail = email && (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="link">
      {email}
    </a>
  )
  const call = phone && (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link">
      {phone}
    </a>
  )
  return (
    <Facts
      facts={[
        ['E-mail', mail ?? 'None'],
        ['Phone', call ?? 'None given'],
        email !== null && ['Their data', <DataLink key="data" email={email} />],
      ]}
    />
  )
}

function DataLink({ email }: { email: string }) {
  return (
    <Link to={`/admin/people/data?email=${encodeURIComponent(email)}`} className="link">
      Copy or erase
    </Link>
  )
}

/** Her last size and height of each kind, which only her consent shows. */
function Sizes({ sizes, hasAccount }: { sizes: Customer['sizes']; hasAccount: boolean }) {
  return (
    <div className="pt-4">
      <h4 className="font-medium">Last sizes</h4>
      {sizes === null ? (
        <p className="text-ink-soft">
          {hasAccount
            ? 'This customer hasn’t agreed that their sizes are looked up. Each order shows its own.'
            : 'Only customers with an account can agree that their sizes are looked up. Each order shows its own.'}
        </p>
      ) : sizes.length === 0 ? (
        <p className="text-ink-soft">
          This customer has agreed that their sizes are looked up, and has no garment yet.
        </p>
      ) : (
        <ul>
          {sizes.map(({ kind, kind_name, size, height_cm, heel_cm, measurements, garment, is_made, order_number }) => (
            <li key={kind} className="wrap-any py-1">
              <span className="font-medium">
                {kind_name}: {ukSize(size)}
              </span>
              {height_cm !== null && `, ${heightLabel(height_cm, heel_cm).toLowerCase()}`}
              <span className="block text-ink-soft text-small">
                {garment}
                {!is_made && ' (no longer made)'}, {order_number}
                {measurements && `; ${measurementWords(measurements)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Orders({ customer: { orders, orders_more } }: { customer: Customer }) {
  if (orders.length === 0) return <p>No orders yet.</p>
  return (
    <>
      <ul>
        {orders.map((order) => (
          <li
            key={order.order_number}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-line border-t py-2 first:border-t-0 md:grid-cols-[9rem_7rem_minmax(0,1fr)_9rem_auto] md:items-center"
          >
            <OrderLink number={order.order_number} />
            <span className="self-center text-ink-soft max-md:text-right">{formatOrderDate(order.created_at)}</span>
            <span className="wrap-any">
              {order.product_name}
              <span className="text-ink-soft">, {printedSizes(order.product_size)}</span>
            </span>
            <span className={order.order_view === 'cancelled' ? 'text-ink-soft' : ''}>
              {orderViews.find(({ id }) => id === order.order_view)?.name}
              {order.returns > 0 && <span className="block text-mulberry text-small">With a return</span>}
            </span>
            <span className="price max-md:col-start-2 max-md:row-start-2 max-md:text-right">
              {formatPence(penceFromPounds(order.final_amount))}
              {penceFromPounds(order.refunded_amount) > 0 && (
                <span className="block text-ink-soft text-small">
                  {formatPence(penceFromPounds(order.refunded_amount))} refunded
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {orders_more && (
        <p className="pt-2 text-ink-soft">There are older orders: search for the customer’s address to see them.</p>
      )}
    </>
  )
}

const states: Record<string, string> = { waiting: 'Waiting', sending: 'Waiting', sent: 'Sent', failed: 'Failed' }

function Emails({ emails }: Pick<Customer, 'emails'>) {
  if (emails.length === 0) return <p className="text-ink-soft">No e-mails yet.</p>
  return (
    <ul>
      {emails.map(({ id, title, order_number, state, sent_at, created_at }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-line border-t py-2 first:border-t-0">
          <span className="wrap-any">
            {title} <span className="text-ink-soft">{order_number}</span>
          </span>
          <span className={`text-right text-small ${state === 'failed' ? 'text-mulberry' : 'text-ink-soft'}`}>
            {states[state] ?? state} {formatShopTime(sent_at ?? created_at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

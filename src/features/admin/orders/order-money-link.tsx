import { Link } from '#ui/link.tsx'
import { Facts } from './details-section.tsx'
import type { OrderRow } from './order.ts'
import { formatPounds, paymentWords } from './order-words.ts'

/** How its money stands, and the way to the page where it is given back or the order cancelled. */
export function OrderMoneyLink({ order }: { order: OrderRow }) {
  const { order_number, refunded_amount, final_amount } = order
  const isOpen = order.order_status === 'pending' || order.order_status === 'processing'
  return (
    <>
      <Facts
        facts={[
          ['Its payment', paymentWords(order)],
          refunded_amount > 0 && [
            'Given back',
            <span key="back">{`${formatPounds(refunded_amount)} of ${formatPounds(final_amount)}`}</span>,
          ],
        ]}
      />
      <p>
        <Link
          to={`/admin/orders/${encodeURIComponent(order_number)}/money`}
          className="inline-flex min-h-11 items-center text-mulberry"
        >
          <span className="link">{isOpen ? 'Refund or cancel' : 'Refund'}</span>
        </Link>
      </p>
    </>
  )
}

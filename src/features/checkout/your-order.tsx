import { useEffect, useState } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { cartOf } from '#features/cart/purchases.ts'
import { sizeLabel } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { OrderTape } from '#features/orders/order-tape.tsx'
import type { BoughtOrder } from '#features/orders/page/order-page.ts'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { pictureAt } from '#ui/picture.tsx'

/** The garments of an order, its customer's name and its arrival day, in the browser that paid for it. */
export function YourOrder({ order }: { order: BoughtOrder }) {
  const { order_number: number, path, customer_name: name, masked_email: email } = order
  const days = daysSentence(order)
  const paid = penceFromPounds(order.final_amount)
  return (
    <section aria-labelledby="your-order" className="mt-9 max-w-[40rem]">
      <h2 id="your-order" className="wrap-any text-title leading-tight">
        Order {number}
      </h2>
      {days && <p className="mt-3">{days}</p>}
      {email && (
        <p className="wrap-any mt-1.5 text-ink-soft">
          Your confirmation goes to <span className="whitespace-nowrap text-ink">{email}</span>
        </p>
      )}
      <OrderTape steps={order.steps} className="mt-6" />
      <ul className="mt-7 grid gap-y-3 border-line border-t pt-5">
        {linesLeft(order).map(({ id, name, size, quantity, height_cm: height, heel_cm: heel, image_url: picture }) => (
          <li key={id} className="flex items-center gap-x-4">
            {picture ? (
              <img
                src={pictureAt(picture, 160)}
                alt=""
                width={42}
                height={56}
                className="h-14 w-[2.625rem] object-cover"
              />
            ) : (
              <span aria-hidden="true" className="h-14 w-[2.625rem] bg-paper-deep" />
            )}
            <span className="wrap-any min-w-0">
              {quantity > 1 && `${quantity} × `}
              {name}
              <span className="block text-ink-soft text-small">
                {sizeLabel(size)}
                {height && ` · ${heightLabel(height, heel)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex items-baseline justify-between gap-x-6 border-line border-y py-4">
        <span className="wrap-any min-w-0">
          {paid === 0 ? 'Nothing to pay' : 'Paid, delivery included'}
          {name && <span className="block text-ink-soft text-small">by {name}</span>}
        </span>
        <span className="price shrink-0 text-lead">{formatPence(paid)}</span>
      </p>
      <p className="not-printed mt-7">
        <Link to={path} className={buttonLook('solid', 'max-sm:w-full')}>
          See your order
        </Link>
      </p>
    </section>
  )
}

/** When it leaves and arrives, for as long as that is ahead, or that it does not; null for an order that has arrived. */
export function daysSentence(
  order: Pick<BoughtOrder, 'order_status' | 'dispatch_by' | 'arrive_by' | 'ordered_at' | 'is_withdrawn'>,
): string | null {
  const { order_status: status, dispatch_by: leaves, arrive_by: arrives, ordered_at: at } = order
  if (order.is_withdrawn) return 'You’ve withdrawn from this order. Its page says what happens next.'
  if (status === 'cancelled') return 'This order is cancelled and nothing will be sent.'
  const day = (iso: string) => formatDay(new Date(iso), new Date(at))
  const arrival = arrives ? ` and it should be with you by ${day(arrives)}` : ''
  if (isBeforeDispatch(status)) return `We’ll dispatch it by ${day(leaves)}${arrival}.`
  return status === 'shipped' ? `It has left our workroom${arrival}.` : null
}

/** Without the pieces that were cancelled. */
function linesLeft({ lines }: BoughtOrder) {
  const left = lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled_quantity }))
  return left.filter(({ quantity }) => quantity > 0)
}

/** Null in a browser that did not pay for the session, and while the order is fetched. */
export function useBoughtOrder(sessionId: string | null): BoughtOrder | null {
  const [order, setOrder] = useState<BoughtOrder | null>(null)
  useEffect(() => {
    const cartId = sessionId && cartOf(sessionId)
    if (!cartId) return
    const leaving = new AbortController()
    fetch('/functions/v1/bought-order', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session_id: sessionId, cart_id: cartId }),
      signal: leaving.signal,
    })
      .then(async (response) => response.ok && setOrder((await response.json()) as BoughtOrder))
      // Without the order the page is complete: the e-mail has the rest.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [sessionId])
  return order
}

import { sql } from 'kysely'
import { isKlarnaOffered } from '#features/cart/cart-facts.ts'
import { zoneOf } from '#features/cart/delivery.ts'
import type { Tx } from '#platform/database/db.ts'
import type { SessionRequest } from '#platform/payments/provider.ts'
import { penceFromPounds } from '#ui/money.ts'
import { formatDay } from '#ui/time/calendar-day.ts'

/**
 * The provider request of an order, built from its rows alone: a retry after a crash sends the same request under the
 * same idempotency key and gets the same payment page. Null unless the order has no page yet.
 */
export async function findPaymentRequest(tx: Tx, orderId: string, siteUrl: string): Promise<SessionRequest | null> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'discount_code', 'discount_percent', 'discount_amount', 'deliver_to'])
    .select([
      'created_at',
      'delivery_options',
      'payment_session_expires_at',
      sql<string>`dispatch_by::text`.as('dispatch_by'),
    ])
    .where('id', '=', orderId)
    .where('payment_state', '=', 'creating')
    .executeTakeFirst()
  if (!order?.payment_session_expires_at) return null
  const lines = await tx
    .selectFrom('order_lines')
    .select(['name', 'size', 'unit_price', 'quantity', 'image_url', 'is_preorder'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const options = order.delivery_options as { id: string; label: string; price: number; transit: string }[]
  const dispatchBy = new Date(order.dispatch_by)
  const countries = zoneOf(order.deliver_to)?.countries ?? []
  return {
    orderId,
    orderNumber: order.order_number,
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      unitPence: penceFromPounds(line.unit_price),
      quantity: line.quantity,
      imageUrl: line.image_url,
    })),
    discount: order.discount_code
      ? {
          label: `Discount ${order.discount_code} (${order.discount_percent}%)`,
          amountPence: penceFromPounds(order.discount_amount),
        }
      : null,
    deliveryOptions: options.map(({ price, ...option }) => ({ ...option, pricePence: penceFromPounds(price) })),
    countries: [order.deliver_to, ...countries.filter((country) => country !== order.deliver_to)],
    idempotencyKey: orderId,
    expiresAt: order.payment_session_expires_at,
    successUrl: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}/checkout/cancelled`,
    dispatchNote: `${madeHow(lines)}: dispatched by ${formatDay(dispatchBy, order.created_at)}, in one parcel.`,
    withoutKlarna: !isKlarnaOffered(dispatchBy, order.created_at),
  }
}

function madeHow(lines: readonly { is_preorder: boolean }[]): string {
  const count = lines.filter((line) => line.is_preorder).length
  if (count === 0) return 'Made to order'
  return count === lines.length ? 'Pre-order' : 'Made to order, in part on pre-order'
}

import { sql } from 'kysely'
import { type Pounds, parsePounds, pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { redeemDiscount } from '#features/discounts/discount-codes.ts'
import type { HandPayment } from '#features/orders/hand-payment.ts'
import { addNote } from '#features/orders/order-notes.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import { isPosted } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { joinOnPayment } from './join-on-payment.ts'

/**
 * Marks an order as paid in cash or by bank transfer, with the one delivery service it was given. The caller holds its
 * lock and has closed its payment page. It leaves the provider's comparison: from now on no session can pay it.
 */
export async function takeByHand(
  tx: Tx,
  { orderId, payment }: { orderId: string; payment: HandPayment },
): Promise<void> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['delivery_options', 'shipping_address', ...penceOf('product_price', 'discount_amount')])
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('leaves_by'))
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const [service] = order.delivery_options as { id: string; price: Pounds }[]
  const delivery = pence(service ? (parsePounds(service.price) ?? 0) : 0)
  const chosen = service?.id ?? null
  const isCounted = await redeemDiscount(tx, orderId)
  await tx
    .updateTable('pre_orders')
    .set({
      payment_provider: payment,
      provider_state: 'paid',
      payment_status: 'paid',
      paid_at: sql<Date>`shop_now()`,
      payment_session_id: `by-hand-${orderId}`,
      payment_session_url: null,
      payment_session_expires_at: null,
      shipping_amount: poundsFromPence(delivery),
      final_amount: poundsFromPence(pence(order.product_price - order.discount_amount + delivery)),
      delivery_service: chosen,
      arrive_by: arrivalOfOrder(order.leaves_by, { ...order, delivery_service: chosen }),
    })
    .where('id', '=', orderId)
    .execute()
  await joinOnPayment(tx, orderId)
  // The customer would have entered it on the payment page.
  if (service && isPosted(service) && !order.shipping_address) {
    await addNote(tx, orderId, {
      kind: 'other',
      words: 'Paid without a delivery address: ask for it before you post it',
    })
  }
  if (!isCounted) await addNote(tx, orderId, { kind: 'code_used_up' })
  faultPoint('by-hand.before-commit')
}

import { sql } from 'kysely'
import { type Pounds, parsePounds, pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { holdDiscountAgain, redeemDiscount, returnDiscount } from '#features/discounts/discount-codes.ts'
import { type HandPayment, handPaymentOf } from '#features/orders/hand-payment.ts'
import { addNote } from '#features/orders/order-notes.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import { isPosted, together } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { dropWaitingEmails } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import { joinOnPayment, leaveOrigin } from './join-on-payment.ts'

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

/**
 * Queues the confirmation of an order that the owner took the money for, a minute later, for an undo. She wrote it down
 * herself, so she gets no e-mail.
 */
export async function confirmLater(tx: Tx, orderId: string): Promise<void> {
  await dropWaitingEmails(tx, orderId, 'owner_order_paid')
  await sql`select private.queue_email('order_confirmation', id::text, customer_email, '{}'::jsonb, id, now() + interval '1 minute')
    from public.pre_orders where id = ${orderId} and customer_email is not null`.execute(tx)
}

/**
 * Undoes `takeByHand` for an order that waited for its payment before: it waits again, and an addition has left its first
 * order's parcel. The caller holds its lock. Refuses conflict once its confirmation has left, and where it is not paid by
 * hand, begun, refunded, or was posted alone.
 */
export async function giveBackByHand(
  tx: Tx,
  { orderId, provider }: { orderId: string; provider: ProviderName },
): Promise<void> {
  const order = await tx
    .selectFrom('pre_orders as placed')
    .select(['payment_provider', 'provider_state', 'order_status', 'delivery_service', 'paid_at'])
    .select(
      sql<boolean>`exists (select from private.outbox as email where email.order_id = placed.id
        and email.kind = 'order_confirmation' and email.state in ('sending', 'sent'))`.as('is_known'),
    )
    .select(
      sql<boolean>`exists (select from private.refunds as refund where refund.order_id = placed.id)`.as('has_refund'),
    )
    .select(
      sql<boolean>`exists (select from private.joined_orders as joined where joined.order_id = placed.id)`.as(
        'is_joined',
      ),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { payment_provider, provider_state, order_status, delivery_service, paid_at, is_known, has_refund } = order
  const isTaken = handPaymentOf(payment_provider) !== null && provider_state === 'paid'
  const isAlone = delivery_service === together.id && !order.is_joined
  if (!isTaken || order_status !== 'pending' || has_refund || isAlone) {
    throw new AppError('conflict', 'This can’t be taken back any more. Cancel the order instead.')
  }
  if (is_known) {
    throw new AppError('conflict', 'The customer has had the confirmation, so cancel the order instead.')
  }
  await leaveOrigin(tx, orderId)
  await returnDiscount(tx, orderId)
  await tx
    .updateTable('private.discount_holds')
    .set({ state: 'released' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'redeemed')
    .execute()
  await holdDiscountAgain(tx, orderId)
  await tx
    .updateTable('pre_orders')
    .set({
      payment_provider: provider,
      provider_state: 'creating',
      payment_status: 'pending',
      paid_at: null,
      payment_session_id: null,
      arrive_by: null,
    })
    .where('id', '=', orderId)
    .execute()
  await tx
    .deleteFrom('private.order_notes')
    .where('order_id', '=', orderId)
    .where('at', '>=', paid_at ?? new Date())
    .execute()
  await dropWaitingEmails(tx, orderId, 'order_confirmation')
}

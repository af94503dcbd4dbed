import { sql } from 'kysely'
import { pence, penceFromPounds, poundsFromPence } from '#features/catalogue/money.ts'
import { redeemDiscount, releaseDiscount } from '#features/discounts/discount-holds.ts'
import type { Db, Tx } from '#infrastructure/db/db.ts'
import { faultPoint } from '#infrastructure/fault-points.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import type { Log } from '#infrastructure/log.ts'
import type { PaymentProvider, SessionRecord } from '#infrastructure/payments/provider.ts'
import { type Frozen, oddityOf, whyNotOurs } from './check-payment.ts'
import { queueOrderConfirmation } from './letters/queue-order-confirmation.ts'
import { furthest, isPaid, type PaymentState, stateOf } from './payment-state.ts'

export type Settling = { db: Db; provider: PaymentProvider; queue: Queue; log: Log }

/** What is true of a session's order afterwards. `processing`: the shopper is done, the money is not here yet. */
export type Settled = 'paid' | 'processing' | 'open' | 'closed' | 'unknown'

/**
 * Brings an order to where the provider's own record of its payment page says it is: the one way an order becomes paid.
 * Webhook, success page and reconciliation call it in any order, any number of times, at once. What a payment brings
 * with it commits together: amounts, customer and address, the use of the discount code, the confirmation letter.
 * A payment that is not what was frozen is never taken for this order's: it is marked for review.
 */
export async function settleOrder({ db, provider, queue, log }: Settling, sessionId: string): Promise<Settled> {
  const record = await provider.getSession(sessionId)
  if (!record) return 'unknown'
  faultPoint('settle.asked')
  const settled = await db.asService(async (tx): Promise<Settled> => {
    const order = await lockOrder(tx, record, provider.name)
    if (!order) return 'unknown'
    const told = stateOf(record)
    const state = furthest(order.state, told)
    const isOtherPage = order.sessionId !== null && order.sessionId !== record.id
    if (isOtherPage && (isPaid(order.state) || !isPaid(told))) {
      if (isPaid(told)) await review(tx, order.id, `Paid a second time, on payment page ${record.id}: refund it`)
      return isPaid(order.state) ? 'paid' : 'closed'
    }
    if (isPaid(state) && !isPaid(order.state)) {
      const wrong = whyNotOurs(record, order.frozen)
      if (wrong) {
        const isNews = await review(tx, order.id, wrong)
        if (isNews)
          log.error({ order: order.id, session: record.id, wrong }, 'a payment is not what its order asked for')
        return 'processing'
      }
      await markPaid(tx, { order, record, state })
      if (state !== 'refunded') await queueOrderConfirmation(tx, queue, order.id)
    } else if (state !== order.state || order.refundedPence < record.refundedPence) {
      await moveOn(tx, { id: order.id, state, record })
    }
    if (state === 'expired' || state === 'failed') await releaseDiscount(tx, order.id)
    faultPoint('settle.before-commit')
    return answer(state, record)
  })
  faultPoint('settle.committed')
  return settled
}

type Order = { id: string; state: PaymentState; sessionId: string | null; refundedPence: number; frozen: Frozen }

/** The order of a payment page, by the reference the page carries: it exists since before the page did. */
async function lockOrder(tx: Tx, { orderId }: SessionRecord, provider: PaymentProvider['name']): Promise<Order | null> {
  if (!orderId) return null
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'payment_state', 'payment_session_id', 'product_price', 'discount_amount', 'refunded_amount'])
    .select(['deliver_to', 'delivery_options'])
    .where('id', '=', orderId)
    .where('payment_provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    state: row.payment_state as PaymentState,
    sessionId: row.payment_session_id,
    refundedPence: penceFromPounds(row.refunded_amount),
    frozen: {
      subtotal: penceFromPounds(row.product_price),
      discount: penceFromPounds(row.discount_amount),
      deliverTo: row.deliver_to,
      services: row.delivery_options as Frozen['services'],
    },
  }
}

async function markPaid(
  tx: Tx,
  { order, record, state }: { order: Order; record: SessionRecord; state: PaymentState },
): Promise<void> {
  const isCounted = await redeemDiscount(tx, order.id)
  const used = isCounted ? null : 'Its discount code had no use left when the payment came'
  const address = record.customer?.address
  await tx
    .updateTable('pre_orders')
    .set({
      payment_state: state,
      payment_status: 'paid',
      payment_session_id: record.id,
      paid_at: sql<Date>`shop_now()`,
      customer_name: record.customer?.name ?? null,
      customer_email: record.customer?.email ?? null,
      customer_phone: record.customer?.phone ?? null,
      shipping_address: [address?.line1, address?.line2].filter(Boolean).join(', ') || null,
      shipping_city: address?.city ?? null,
      shipping_postcode: address?.postcode ?? null,
      shipping_country: address?.country ?? null,
      shipping_amount: poundsFromPence(pence(record.deliveryPence ?? 0)),
      final_amount: poundsFromPence(pence(record.totalPence ?? 0)),
      refunded_amount: poundsFromPence(pence(record.refundedPence)),
      delivery_service: record.deliveryService,
      needs_review: oddityOf(record, order.frozen) ?? used,
    })
    .where('id', '=', order.id)
    .execute()
}

async function moveOn(tx: Tx, { id, state, record }: { id: string; state: PaymentState; record: SessionRecord }) {
  await tx
    .updateTable('pre_orders')
    .set({
      payment_state: state,
      payment_session_id: sql`coalesce(payment_session_id, ${record.id})`,
      refunded_amount: sql`greatest(refunded_amount, ${poundsFromPence(pence(record.refundedPence))}::numeric)`,
    })
    .where('id', '=', id)
    .execute()
}

/** A person must look. The cart is let go, so that its next payment page is a new one. True the first time. */
async function review(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pre_orders')
    .set({ needs_review: reason, cart_id: null })
    .where('id', '=', id)
    .where('needs_review', 'is distinct from', reason)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function answer(state: PaymentState, record: SessionRecord): Settled {
  if (isPaid(state)) return 'paid'
  if (state === 'expired') return 'closed'
  if (record.status === 'complete' && record.paymentStatus !== 'failed') return 'processing'
  return state === 'failed' ? 'closed' : 'open'
}

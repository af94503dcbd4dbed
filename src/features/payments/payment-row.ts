import { sql } from 'kysely'
import { isOverLimit } from '#features/catalogue/preorders/preorder-stock.ts'
import { redeemDiscount } from '#features/discounts/discount-codes.ts'
import type { KnownMoney, PaymentState } from '#features/orders/payment-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { pence, penceFromPounds, poundsFromPence } from '#ui/money.ts'
import { type Frozen, oddityOf } from './check-payment.ts'
import { type RefundsHeard, withNote, withRefundNote } from './review-notes.ts'

/** An order as far as its payment goes. */
export type PayableOrder = {
  id: string
  sessionId: string | null
  money: KnownMoney
  frozen: Frozen
  review: string | null
}

/** A payment as it was heard of. */
type Paid = {
  order: PayableOrder
  record: SessionRecord
  heard: KnownMoney
  failedAt: RefundsHeard['failedAt']
}

const inMicroseconds = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/** The database's own time to the microsecond, in a form that sorts: what two questions to the provider are ordered by. */
export async function askClock(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', ${inMicroseconds}) as at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database told no time')
  return row.at
}

/** The order of a payment page, by the reference the page carries: it exists since before the page did. */
export async function lockPayable(
  tx: Tx,
  orderId: string,
  provider: PaymentProvider['name'],
): Promise<PayableOrder | null> {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'payment_state', 'payment_session_id', 'product_price', 'discount_amount', 'refunded_amount'])
    .select(['deliver_to', 'delivery_options', 'needs_review'])
    .select(sql<string | null>`to_char(payment_read_at at time zone 'UTC', ${inMicroseconds})`.as('read_at'))
    .where('id', '=', orderId)
    .where('payment_provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    sessionId: row.payment_session_id,
    money: {
      state: row.payment_state as PaymentState,
      refundedPence: penceFromPounds(row.refunded_amount),
      readAt: row.read_at,
    },
    frozen: {
      subtotal: penceFromPounds(row.product_price),
      discount: penceFromPounds(row.discount_amount),
      deliverTo: row.deliver_to,
      services: row.delivery_options as Frozen['services'],
    },
    review: row.needs_review,
  }
}

/** All that a payment brings with it, at once. What it does not bring any more, since it came late, is noted. */
export async function markPaid(tx: Tx, { order, record, heard, failedAt }: Paid): Promise<void> {
  const isCounted = await redeemDiscount(tx, order.id)
  const wasGivenUp = order.money.state === 'expired' || order.money.state === 'failed'
  const isTooMany = wasGivenUp && (await isOverLimit(tx, order.id))
  const notes = [
    oddityOf(record, order.frozen),
    isCounted ? null : 'Its discount code had no use left when the payment came',
    isTooMany ? 'Its pre-order had no piece left when the payment came' : null,
  ]
  const address = record.customer?.address
  await tx
    .updateTable('pre_orders')
    .set({
      ...moneyOf(record, heard),
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
      delivery_service: record.deliveryService,
      needs_review: withRefundNote(notes.reduce(withNote, order.review), { record, failedAt }),
    })
    .where('id', '=', order.id)
    .execute()
}

/** What became of money that had arrived. */
export async function noteMoney(tx: Tx, { order, record, heard, failedAt }: Paid): Promise<void> {
  await tx
    .updateTable('pre_orders')
    .set({
      ...moneyOf(record, heard),
      needs_review: withRefundNote(order.review, { record, failedAt }),
    })
    .where('id', '=', order.id)
    .execute()
}

/** A page that is not paid. */
export async function moveOn(tx: Tx, id: string, state: PaymentState, sessionId: string): Promise<void> {
  await tx
    .updateTable('pre_orders')
    .set({ payment_state: state, payment_session_id: sql`coalesce(payment_session_id, ${sessionId})` })
    .where('id', '=', id)
    .execute()
}

function moneyOf({ paymentId }: SessionRecord, { state, refundedPence, readAt }: KnownMoney) {
  return {
    payment_state: state,
    refunded_amount: poundsFromPence(pence(refundedPence)),
    payment_read_at: readAt,
    ...(paymentId !== null && { payment_id: paymentId }),
  }
}

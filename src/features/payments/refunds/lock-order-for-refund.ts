import { sql } from 'kysely'
import { type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { type HandPayment, handPaymentOf } from '#features/orders/hand-payment.ts'
import { isPaid, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createKeyedSemaphore } from '#platform/http/limits/places.ts'
import { isQuestion } from '#platform/payments/payment-labels.ts'

/** The facts of an order that a refund or a cancellation depends on. */
export type OrderMoney = {
  id: string
  number: string
  status: OrderStatus
  provider: string
  /** How the owner took the money; null where it came through a payment provider. */
  paidBy: HandPayment | null
  sessionId: string | null
  /** Whether a session of the provider is open or being created. */
  isOpen: boolean
  state: ProviderState
  /** Whether a dispute holds the money. An inquiry does not: the shop may still refund. */
  isWithBank: boolean
  /** The payment of the order's own session; 0 until it is paid. */
  paidPence: Pence
  refundedPence: Pence
  email: string | null
  placedAt: Date
}

/** The order of an id or a number, locked until `tx` ends. Refuses not_found. */
export async function lockOrderForRefund(tx: Tx, by: { id: string } | { number: string }): Promise<OrderMoney> {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'payment_provider', 'payment_session_id', 'provider_state'])
    .select([
      'created_at',
      'payment_session_expires_at',
      'customer_email',
      ...penceOf('final_amount', 'refunded_amount'),
    ])
    .where((order) => ('id' in by ? order('id', '=', by.id) : order('order_number', '=', by.number)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no order with that number.')
  const state = row.provider_state as ProviderState
  return {
    id: row.id,
    number: row.order_number,
    status: row.order_status as OrderStatus,
    provider: row.payment_provider,
    paidBy: handPaymentOf(row.payment_provider),
    sessionId: row.payment_session_id,
    isOpen: (state === 'creating' || state === 'open') && row.payment_session_expires_at !== null,
    state,
    isWithBank: await isWithBank(tx, { id: row.id, state }),
    paidPence: isPaid(state) ? row.final_amount : pence(0),
    refundedPence: row.refunded_amount,
    email: row.customer_email,
    placedAt: row.created_at,
  }
}

/** Whether a bank holds an order's money: it is disputed, and by more than an inquiry. */
export async function isWithBank(tx: Tx, { id, state }: { id: string; state: ProviderState }): Promise<boolean> {
  if (state !== 'disputed') return false
  const disputes = await tx.selectFrom('private.disputes').select('status').where('order_id', '=', id).execute()
  const against = disputes.filter(({ status }) => status !== 'won' && status !== 'closed')
  return against.length === 0 || !against.every(({ status }) => isQuestion(status))
}

/**
 * The pence of a session's payment that can still be refunded. `refundedPence`: as `private.taken_by_refunds` has it.
 */
export async function refundableAmount(
  tx: Tx,
  {
    orderId,
    sessionId,
    paidPence,
    refundedPence,
  }: {
    orderId: string
    sessionId: string
    paidPence: Pence
    refundedPence: Pence
  },
): Promise<Pence> {
  const taken = sql<Pounds>`private.taken_by_refunds(${orderId}, ${sessionId}, ${poundsFromPence(refundedPence)})`
  const { rows } = await sql<{ taken: Pence }>`select ${inPence(taken)} as taken`.execute(tx)
  return pence(Math.max(0, paidPence - (rows[0]?.taken ?? 0)))
}

/** How many pieces of each line were refunded, by position. */
export async function refundedPieces(tx: Tx, orderId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ at: number; pieces: number }>`
    select at, pieces from private.refunded_pieces(${orderId})`.execute(tx)
  return new Map(rows.map(({ at, pieces }) => [at, pieces]))
}

/** What was charged for delivery and has not been refunded as such. */
export async function deliveryLeft(tx: Tx, orderId: string): Promise<Pence> {
  const left = sql<Pounds>`greatest(0, coalesce(placed.shipping_amount, 0) - (select coalesce(sum(refund.delivery_amount), 0)
    from private.refunds as refund where refund.order_id = placed.id and refund.state <> 'failed'))`
  const { rows } = await sql<{ left: Pence }>`
    select ${inPence(left)} as left from public.pre_orders as placed where placed.id = ${orderId}`.execute(tx)
  return rows[0]?.left ?? pence(0)
}

/**
 * Runs the money changes of one order one after another in this process. The row lock of the order does the same across
 * processes, but each call that waits for a lock holds a connection, and fails after three seconds.
 */
export const withOrderMutex = createKeyedSemaphore({
  concurrency: 1,
  maxWaiting: 60,
  refuse: () => new AppError('busy', 'This order is being changed right now. Please try again.'),
})

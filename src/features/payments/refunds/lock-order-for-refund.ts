import { sql } from 'kysely'
import { isPaid, type OrderStatus, type PaymentState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createKeyedSemaphore } from '#platform/jobs/semaphore.ts'
import { isQuestion } from '#platform/payments/payment-labels.ts'
import { type Pence, pence, penceFromPounds } from '#ui/money.ts'

/** The facts of an order that a refund or a cancellation depends on. */
export type OrderMoney = {
  id: string
  number: string
  status: OrderStatus
  provider: string
  sessionId: string | null
  /** Whether a session of the provider is open or being created. */
  isOpen: boolean
  state: PaymentState
  /** Whether a dispute holds the money. An inquiry does not: the shop may still refund. */
  isWithBank: boolean
  /** The payment of the order's own session; 0 until it is paid. */
  paidPence: Pence
  refundedPence: Pence
  email: string | null
  /** The review notes. */
  review: string | null
}

/** The order of an id or a number, locked until `tx` ends. Refuses not_found. */
export async function lockOrderForRefund(tx: Tx, by: { id: string } | { number: string }): Promise<OrderMoney> {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'payment_provider', 'payment_session_id', 'payment_state'])
    .select(['final_amount', 'refunded_amount', 'payment_session_expires_at', 'needs_review', 'customer_email'])
    .where((order) => ('id' in by ? order('id', '=', by.id) : order('order_number', '=', by.number)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no order with that number.')
  const state = row.payment_state as PaymentState
  return {
    id: row.id,
    number: row.order_number,
    status: row.order_status as OrderStatus,
    provider: row.payment_provider,
    sessionId: row.payment_session_id,
    isOpen: (state === 'creating' || state === 'open') && row.payment_session_expires_at !== null,
    state,
    isWithBank: await isWithBank(tx, { id: row.id, state }),
    paidPence: isPaid(state) ? penceFromPounds(row.final_amount) : pence(0),
    refundedPence: penceFromPounds(row.refunded_amount),
    email: row.customer_email,
    review: row.needs_review,
  }
}

/** Whether a bank holds an order's money: it is disputed, and by more than an inquiry. */
export async function isWithBank(tx: Tx, { id, state }: { id: string; state: PaymentState }): Promise<boolean> {
  if (state !== 'disputed') return false
  const disputes = await tx.selectFrom('private.disputes').select('status').where('order_id', '=', id).execute()
  const against = disputes.filter(({ status }) => status !== 'won' && status !== 'closed')
  return against.length === 0 || !against.every(({ status }) => isQuestion(status))
}

/**
 * The pence of a session's payment that can still be refunded. `refundedPence`: the order's refunded amount for its own
 * session, which may include a refund without a row yet. A cancellation refund that is held because the order was revived
 * reserves nothing: it refunds what is left.
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
  const { rows } = await sql<{ requested: string; unsent: string }>`
    select coalesce(sum(amount) filter (where state <> 'failed'), 0) as requested,
      coalesce(sum(amount) filter (where state = 'requested'), 0) as unsent
      from private.refunds where order_id = ${orderId} and session_id = ${sessionId}
       and not (scope = 'cancellation' and state = 'requested' and exists (
         select from public.pre_orders as placed where placed.id = ${orderId} and placed.order_status <> 'cancelled'))`.execute(
    tx,
  )
  const requested = penceFromPounds(rows[0]?.requested ?? 0)
  const known = refundedPence + penceFromPounds(rows[0]?.unsent ?? 0)
  return pence(Math.max(0, paidPence - Math.max(requested, known)))
}

/** How many pieces of each line were refunded, by position: by refunds of their garments, or by settled returns. */
export async function refundedPieces(tx: Tx, orderId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ position: number; pieces: number }>`
    select position, sum(quantity)::int as pieces from (
      select line.position, line.quantity from private.refund_lines as line
        join private.refunds as refund on refund.id = line.refund_id
       where refund.order_id = ${orderId} and refund.state <> 'failed'
      union all
      select sold.position, piece.quantity from private.return_lines as piece
        join private.returns as sent_back on sent_back.id = piece.return_id
        join public.order_lines as sold on sold.id = piece.line_id
        join private.refunds as refund on refund.id = sent_back.refund_id
       where sent_back.order_id = ${orderId} and refund.state <> 'failed'
    ) as refunded group by position`.execute(tx)
  return new Map(rows.map(({ position, pieces }) => [position, pieces]))
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

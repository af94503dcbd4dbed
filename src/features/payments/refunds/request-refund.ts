import { sql } from 'kysely'
import { formatPence, type Pence, pence, poundsFromPence } from '#base/money.ts'
import { resolveNotes } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { lockOrderForRefund, type OrderMoney, refundableAmount } from './lock-order-for-refund.ts'

/** The reasons of a refund that the owner chooses from. */
export const refundReasons = ['cancelled', 'returned', 'faulty', 'goodwill', 'duplicate', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `requested`: not accepted by the provider yet; `pending`: accepted; `succeeded`; `failed`: see `failure`. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

/** The job that sends a refund to the provider. Its id is the refund's, which is the idempotency key too. */
export const sendRefundJob = 'orders.send-refund'

export type RefundRequest = {
  /** An idempotency key: two requests with one id make one refund. */
  id?: string
  orderId: string
  /** A payment other than the order's own, such as a second one: its session and its amount. */
  payment?: { sessionId: string; paidPence: Pence }
  /** `rest`: what is left when it is sent. `cancellation`: the same, while the order stays cancelled. */
  amountPence: Pence | 'rest' | 'cancellation'
  reason: RefundReason
  note: string | null
  /** Null: the customer or a rule. */
  requestedBy: string | null
}

/**
 * Requests a refund: its row and the job that sends it commit with `tx`, under the order's lock, so that all refunds
 * together never exceed the payment. Returns the refund's id. Refuses not_found; conflict for an unpaid or disputed
 * order or the id of another order's refund; bad_request about 'amount' for more than is left.
 */
export async function requestRefund(
  tx: Tx,
  { queue, provider }: Pick<PaymentDeps, 'queue' | 'provider'>,
  { id, orderId, payment, amountPence: requested, reason, note, requestedBy }: RefundRequest,
): Promise<string> {
  const order = await lockOrderForRefund(tx, { id: orderId })
  if (id && (await isKnown(tx, { id, orderId }))) return id
  const { sessionId, paidPence, refundedPence } = payment ? { ...payment, refundedPence: pence(0) } : order
  if (!sessionId || paidPence === 0) throw new AppError('conflict', 'There is no card payment for this order.')
  if (!payment) refuseWhereItCannotGo(order, provider.name)
  const left = await refundableAmount(tx, { orderId, sessionId, paidPence, refundedPence })
  const amount = typeof requested === 'number' ? requested : left
  refuseAmount(amount, left)
  if (order.paidBy && !requestedBy) throw new AppError('conflict', 'The owner gives this money back herself.')
  const row = await tx
    .insertInto('private.refunds')
    .values({
      ...(id && { id }),
      order_id: orderId,
      session_id: sessionId,
      amount: poundsFromPence(amount),
      scope: typeof requested === 'number' ? 'part' : requested,
      reason,
      note,
      requested_by: requestedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The new request follows up a failed one.
  await resolveNotes(tx, orderId, { kinds: ['refund_refused'] })
  if (order.paidBy) await giveBackByHand(tx, { order, refundId: row.id, amount })
  else await queue.enqueue(tx, sendRefundJob, row.id)
  faultPoint('refund.before-commit')
  return row.id
}

/** Whether a request with this id was handled already. */
async function isKnown(tx: Tx, { id, orderId }: { id: string; orderId: string }): Promise<boolean> {
  const known = await tx.selectFrom('private.refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (known && known.order_id !== orderId) throw new AppError('conflict', 'This request belongs to another order.')
  return known !== undefined
}

/**
 * The owner has given back money that was taken by hand: it is recorded at once, and the order's own state with it.
 */
async function giveBackByHand(
  tx: Tx,
  { order, refundId, amount }: { order: OrderMoney; refundId: string; amount: Pence },
): Promise<void> {
  await tx
    .updateTable('private.refunds')
    .set({ state: 'succeeded', next_attempt_at: null, settled_at: sql<Date>`shop_now()` })
    .where('id', '=', refundId)
    .execute()
  const refunded = pence(order.refundedPence + amount)
  await tx
    .updateTable('pre_orders')
    .set({
      refunded_amount: poundsFromPence(refunded),
      provider_state: refunded >= order.paidPence ? 'refunded' : 'partly_refunded',
    })
    .where('id', '=', order.id)
    .execute()
}

function refuseWhereItCannotGo({ isWithBank, provider, paidBy }: OrderMoney, running: string): void {
  if (provider !== running && !paidBy) {
    throw new AppError('conflict', `This order was paid through ${provider}, which the shop no longer uses.`)
  }
  if (isWithBank) {
    throw new AppError('conflict', 'The customer has disputed this payment, so their bank decides who gets the money.')
  }
}

function refuseAmount(amount: Pence, left: Pence): void {
  if (left === 0) throw fieldError('amount', 'There is nothing left to refund.')
  if (amount < 1) throw fieldError('amount', 'Please enter at least £0.01.')
  if (amount > left) throw fieldError('amount', `At most ${formatPence(left)} can still be refunded.`)
}

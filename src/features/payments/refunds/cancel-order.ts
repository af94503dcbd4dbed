import { sql } from 'kysely'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import type { Claims, RequestContext, Tx } from '#platform/database/db.ts'
import { sendEmailJob } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type PaymentDeps, type Settled, settleOrder } from '../settle-order.ts'
import { lockOrderForRefund, type OrderMoney, refundableAmount, withOrderMutex } from './lock-order-for-refund.ts'
import { requestRefund } from './request-refund.ts'

export type Cancellation = {
  orderNumber: string
  /** Free text for the order's history and the refund's note. */
  reason: string | null
  /** Whether the rest of the payment is refunded at once. */
  refund: boolean
  /** No refund for an order that is cancelled already: the shop may have kept a part on purpose. */
  onlyOnce?: boolean
  /** An idempotency key: two requests with one id make one refund. */
  requestId?: string
  /** Null: the customer. */
  requestedBy: string | null
  /** Checks the permission under the order's lock; throws to refuse. */
  allow?: (tx: Tx, order: OrderMoney) => Promise<void>
}

const whyPageIsOpen = {
  payment_provider_down:
    'We couldn’t reach the payment provider, so the order hasn’t been cancelled. Please try again in a minute.',
  payment_refused:
    'The payment provider refused to close this order’s payment page, so the order hasn’t been cancelled.',
}

export type Cancelled = { orderNumber: string; refundId: string | null }

/**
 * Cancels an order. An open session is expired at the provider first, and a payment that arrives meanwhile counts.
 * Status, discount hold, e-mail and requested refund commit together. Repeated, it refunds the rest if `refund` is set
 * without `onlyOnce`. Refuses not_found, and conflict for a payment in progress, a shipped order and one of which a part has
 * left: also to refund all of it once it is cancelled. `claims`: the actor in the order's history.
 */
export function cancelOrder(deps: PaymentDeps, cancellation: Cancellation, caller: Caller): Promise<Cancelled> {
  return withOrderMutex(cancellation.orderNumber, () => cancelInTurn(deps, cancellation, caller))
}

type Caller = { claims: Claims; context?: RequestContext }

async function cancelInTurn(
  deps: PaymentDeps,
  cancellation: Cancellation,
  { claims, context }: Caller,
): Promise<Cancelled> {
  const { db } = deps
  const seen = await db.asService(async (tx) => {
    const order = await lockOrderForRefund(tx, { number: cancellation.orderNumber })
    await cancellation.allow?.(tx, order)
    return order
  })
  if (seen.isOpen) await closePage(deps, seen)
  return db.as(claims, (tx) => cancelLocked(tx, deps, cancellation), context)
}

async function closePage(deps: PaymentDeps, { provider, sessionId }: OrderMoney): Promise<void> {
  if (provider !== deps.provider.name) return
  if (!sessionId) {
    throw new AppError('conflict', 'This order’s payment page is being created. Please try again in a minute.')
  }
  const settled = await expire(deps, sessionId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const { code } = error
    if (code !== 'payment_provider_down' && code !== 'payment_refused') throw error
    throw new AppError(code, whyPageIsOpen[code], { cause: error })
  })
  if (settled === 'processing') {
    throw new AppError(
      'conflict',
      'The payment is still being processed. Please cancel the order once it has been paid or has failed.',
    )
  }
}

async function expire(deps: PaymentDeps, sessionId: string): Promise<Settled> {
  await deps.provider.expireSession(sessionId)
  return settleOrder(deps, sessionId)
}

/** The same in the caller's transaction, for an order without an open payment page. */
export async function cancelLocked(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'>,
  { orderNumber, reason, refund, onlyOnce = false, requestId, requestedBy, allow }: Cancellation,
): Promise<Cancelled> {
  const order = await lockOrderForRefund(tx, { number: orderNumber })
  await allow?.(tx, order)
  if (order.isOpen && order.provider === deps.provider.name) {
    throw new AppError('conflict', 'The customer has just opened a new payment page. Please try again.')
  }
  if (order.status === 'shipped' || order.status === 'delivered') {
    throw new AppError('conflict', 'This order has already been posted, so it can’t be cancelled. Refund it instead.')
  }
  if (order.status === 'cancelled' && onlyOnce) return { orderNumber, refundId: null }
  if ((order.status !== 'cancelled' || refund) && (await isPartSent(tx, order.id))) {
    throw new AppError(
      'conflict',
      'A part of this order has been posted. Please cancel the garments that remain, or refund its garments, in the order.',
    )
  }
  if (order.status !== 'cancelled') await markCancelled(tx, deps, { order, reason, refund, requestedBy })
  // Money taken by hand is given back by hand: a customer's cancellation leaves the note that it is owed.
  const isHers = order.paidBy !== null && requestedBy !== null && !onlyOnce
  const mayRefund = refund && !order.isWithBank && (order.provider === deps.provider.name || isHers)
  const { id: orderId, sessionId, paidPence, refundedPence } = order
  const left = sessionId ? await refundableAmount(tx, { orderId, sessionId, paidPence, refundedPence }) : 0
  if (!mayRefund || left === 0) return { orderNumber, refundId: null }
  await hurryCancellationEmail(tx, deps.queue, orderId)
  const refundId = await requestRefund(tx, deps, {
    ...(requestId && { id: requestId }),
    orderId,
    amountPence: 'cancellation',
    reason: 'cancelled',
    note: reason,
    requestedBy,
  })
  return { orderNumber, refundId }
}

/** Whether a part of an order has left, and a part has not: a refund of all of it would give away what has left. */
async function isPartSent(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from private.parcels where order_id = ${orderId})
      and exists (select from private.open_pieces(${orderId})) as is`.execute(tx)
  return rows[0]?.is === true
}

type Marked = { order: OrderMoney; reason: string | null; refund: boolean; requestedBy: string | null }

async function markCancelled(
  tx: Tx,
  { queue }: Pick<PaymentDeps, 'queue'>,
  { order, reason, refund, requestedBy }: Marked,
): Promise<void> {
  await tx
    .updateTable('pre_orders')
    // A payment page that a link is creating at this moment is never shown.
    .set({ order_status: 'cancelled', ...(order.state === 'creating' && { provider_state: 'expired' }) })
    .where('id', '=', order.id)
    .execute()
  await releaseDiscount(tx, order.id)
  await tx
    .insertInto('private.order_events')
    .values({
      order_id: order.id,
      kind: 'cancelled',
      facts: JSON.stringify({ reason, withRefund: refund }),
      actor: requestedBy ?? sql<string>`auth.uid()`,
      party: 'customer',
    })
    .execute()
  await hurryCancellationEmail(tx, queue, order.id)
}

/** Sends the cancellation e-mail at once, before the one about the refund: others wait a minute for an undo. */
export async function hurryCancellationEmail(tx: Tx, queue: PaymentDeps['queue'], orderId: string): Promise<void> {
  const emails = await tx
    .updateTable('private.outbox')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order_cancelled')
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  for (const { id } of emails) await queue.enqueue(tx, sendEmailJob, id)
}

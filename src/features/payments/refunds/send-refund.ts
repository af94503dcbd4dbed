import { sql } from 'kysely'
import { formatPence, type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { addNote } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { PaymentProvider, RefundRecord, SessionRecord } from '#platform/payments/provider.ts'
import { type PaymentDeps, settleOrder } from '../settle-order.ts'
import { lockOrderForRefund } from './lock-order-for-refund.ts'
import { sendRefundJob } from './request-refund.ts'

type Due = { id: string; orderId: string; sessionId: string; amountPence: Pence; scope: string; attempts: number }

/**
 * Sends one refund to the provider, then settles the order, which queues the customer's e-mail. Idempotent: the
 * refund's id is its key, and because the provider drops keys after a day, each attempt first checks whether the refund
 * exists there. Without a response it retries after 1, 2, 4 … minutes, then hourly. A final refusal fails the refund
 * and marks the order for review.
 */
export function sendRefund(deps: PaymentDeps): (id: string) => Promise<void> {
  const { db, provider, log } = deps
  return async (id) => {
    const due = await db.asService((tx) => takeDue(tx, id, provider.name))
    if (!due) return
    try {
      faultPoint('refund.before-call')
      const sent = await requestAtProvider(deps, due)
      faultPoint('refund.called')
      // The e-mail is queued before the settlement. After the settlement the refund is no longer due, so a crash in
      // between would lose the e-mail.
      if (!('why' in sent)) await db.asService((tx) => note(tx, deps, due, sent))
      await settleOrder(deps, due.sessionId)
      if ('why' in sent) await db.asService((tx) => fail(tx, deps, due, sent))
      faultPoint('refund.committed')
    } catch (error) {
      log.warn({ error, refund: id, order: due.orderId, attempts: due.attempts }, 'a refund is tried again')
    }
  }
}

/** Ids of due refunds whose job was lost; at most 200. */
export function listUnsentRefunds(provider: PaymentProvider['name']): (tx: Tx) => Promise<string[]> {
  return async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select refund.id from private.refunds as refund join public.pre_orders as placed on placed.id = refund.order_id
       where ${isDue(provider)} order by refund.next_attempt_at limit 200`.execute(tx)
    return rows.map(({ id }) => id)
  }
}

/** A cancellation refund waits while the order is revived. */
function isDue(provider: string) {
  return sql`refund.state = 'requested' and refund.next_attempt_at <= now() and placed.payment_provider = ${provider}
    and (refund.scope <> 'cancellation' or placed.order_status = 'cancelled')`
}

/** Claims a refund for one attempt and schedules the next, also for a crash. Null: it is not due. */
async function takeDue(tx: Tx, id: string, provider: string): Promise<Due | null> {
  const { rows } = await sql<Omit<Due, 'id'>>`
    update private.refunds as refund set attempts = refund.attempts + 1,
      next_attempt_at = now() + least(60, 2 ^ least(refund.attempts, 6)) * interval '1 minute'
      from public.pre_orders as placed
     where refund.id = ${id} and placed.id = refund.order_id and ${isDue(provider)}
    returning refund.order_id as "orderId", refund.session_id as "sessionId", ${inPence('refund.amount')} as "amountPence",
      refund.scope, refund.attempts`.execute(tx)
  const [row] = rows
  return row ? { id, ...row } : null
}

/** A final refusal: its reason and the pence left of the payment. */
type FinalRefusal = { why: string; left: number }

/** The provider's refund, or the final refusal. */
async function requestAtProvider({ db, provider }: PaymentDeps, due: Due): Promise<RefundRecord | FinalRefusal> {
  const { id, sessionId, scope, attempts } = due
  const record = await provider.getSession(sessionId)
  const known = record?.refunds.find(({ reference }) => reference === id)
  if (known) return known
  const left = leftAt(record)
  if (!record) return { why: 'The payment provider has no such payment.', left }
  if (left === 0) return { why: 'It had already been refunded in full at the payment provider.', left }
  if (left < due.amountPence) {
    // Only the first attempt may change the amount: its key is still unused.
    if (scope === 'part' || attempts > 1)
      return { why: `Only ${formatPence(left)} was left at the payment provider.`, left }
    await db.asService((tx) => lower(tx, id, left))
  }
  const amountPence = Math.min(left, due.amountPence)
  try {
    return await provider.refund({ sessionId, amountPence, idempotencyKey: id })
  } catch (error) {
    const why = finalRefusalReason(error)
    if (why === null) throw error
    // The payment may have been refunded in the provider's dashboard meanwhile.
    return { why, left: leftAt(await provider.getSession(sessionId)) }
  }
}

/** The reason of a final refusal, with the provider's text where it has one; null where a retry may succeed. */
function finalRefusalReason(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'bad_request') return error.message
  if (error.code !== 'payment_refused') return null
  return error.cause instanceof Error ? error.cause.message.replace(/^\w+: /, '') : error.message
}

function leftAt(record: SessionRecord | null): Pence {
  return pence(record?.paymentStatus === 'paid' ? Math.max(0, (record.totalPence ?? 0) - record.refundedPence) : 0)
}

async function lower(tx: Tx, id: string, amount: Pence): Promise<void> {
  await tx
    .updateTable('private.refunds')
    .set({ amount: poundsFromPence(amount) })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}

/** Stores the provider's refund. A webhook may have stored this or a later state already. */
async function note(tx: Tx, { queue }: PaymentDeps, due: Due, { id: theirs, status, failure }: RefundRecord) {
  const { id, orderId, sessionId } = due
  const order = await lockOrderForRefund(tx, { id: orderId })
  await tx
    .updateTable('private.refunds')
    .set({ state: status, provider_refund_id: theirs, failure })
    .set({ settled_at: status === 'pending' ? null : sql<Date>`shop_now()` })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
  await tx.updateTable('private.refunds').set({ next_attempt_at: null }).where('id', '=', id).execute()
  // For the order's own payment a trigger queues the e-mail.
  if (sessionId !== order.sessionId && order.email && status !== 'failed') {
    const data = { refunded: await amountOf(tx, id), total: poundsFromPence(order.paidPence), second: true }
    await queueEmail(tx, queue, {
      kind: 'order_refunded',
      cause: `${orderId}.second.${id}`,
      recipient: order.email,
      orderId,
      data,
    })
  }
}

async function amountOf(tx: Tx, id: string): Promise<Pounds> {
  const { amount } = await tx
    .selectFrom('private.refunds')
    .select(penceOf('amount'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return poundsFromPence(amount)
}

/**
 * Fails a refund after a final refusal. Where it was for the rest and less is left now, requests the smaller rest under
 * a new key. Where everything was refunded another way, no review is needed.
 */
async function fail(
  tx: Tx,
  { queue }: PaymentDeps,
  { id, orderId, scope, amountPence }: Due,
  { why, left }: FinalRefusal,
) {
  const { state } = await lockOrderForRefund(tx, { id: orderId })
  const failed = await tx
    .updateTable('private.refunds')
    .set({ state: 'failed', failure: why, next_attempt_at: null, settled_at: sql<Date>`shop_now()` })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returning(['order_id', 'session_id', 'scope', 'reason', 'note', 'requested_by'])
    .executeTakeFirst()
  if (!failed || state === 'refunded') return
  if (scope === 'part' || left === 0 || left >= amountPence) {
    await addNote(tx, orderId, { kind: 'refund_refused' })
    return
  }
  const anew = { ...failed, amount: poundsFromPence(pence(left)) }
  const row = await tx.insertInto('private.refunds').values(anew).returning('id').executeTakeFirstOrThrow()
  await queue.enqueue(tx, sendRefundJob, row.id)
}

import { type Pence, pence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { lockOrderForRefund } from '#features/payments/refunds/lock-order-for-refund.ts'
import { type RefundReason, type RefundRequest, requestRefund } from '#features/payments/refunds/request-refund.ts'
import type { PaymentDeps } from '#features/payments/settle-order.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { classifyOrder } from '../classify-order.ts'
import { classifySession } from '../classify-session.ts'
import { alreadyResolved, lockDiscrepancy, resolveDiscrepancies, type StoredDiscrepancy } from '../discrepancy-store.ts'
import { readOrders } from '../local-order.ts'

/**
 * Requests the refund of a discrepancy: a second or mismatched payment in full, the rest of a cancelled order, the
 * amount of a failed refund. Refund and resolution commit together. Refuses conflict for a discrepancy that no longer
 * exists, such as after a refund on the order's page.
 */
export async function refundDiscrepancy(
  deps: PaymentDeps,
  { discrepancy, note, userId }: { discrepancy: StoredDiscrepancy; note: string | null; userId: string },
): Promise<void> {
  const { db, provider } = deps
  const paid = await paidOn(deps, discrepancy)
  await db.asService(async (tx) => {
    const locked = await lockDiscrepancy(tx, discrepancy.id)
    if (!locked?.order_id || locked.resolved_at) throw alreadyResolved()
    await lockOrderForRefund(tx, { id: locked.order_id })
    if (!(await isStillSo(tx, { ...locked, order_id: locked.order_id }, paid, provider.name))) throw alreadyResolved()
    const failed = locked.kind === 'refund_failed' ? await failedRefund(tx, locked) : null
    const request: RefundRequest = {
      orderId: locked.order_id,
      amountPence: failed?.amountPence ?? (locked.kind === 'refund_owed' ? 'cancellation' : 'rest'),
      reason: failed?.reason ?? (locked.kind === 'refund_owed' ? 'cancelled' : 'duplicate'),
      note,
      requestedBy: userId,
    }
    const payment = paid && { sessionId: paid.id, paidPence: pence(paid.totalPence ?? 0) }
    await requestRefund(tx, deps, payment ? { ...request, payment } : request)
    await resolveDiscrepancies(tx, [locked.id], { how: 'refund_asked', by: userId, note })
    faultPoint('repair.before-commit')
  })
  faultPoint('repair.committed')
}

/** Whether the discrepancy still exists. The caller holds the order's lock. */
async function isStillSo(
  tx: Tx,
  { key, order_id: id }: StoredDiscrepancy & { order_id: string },
  record: SessionRecord | null,
  provider: PaymentProvider['name'],
): Promise<boolean> {
  const order = (await readOrders(tx, provider, [id])).get(id)
  if (!order) return false
  const now = [...classifyOrder(order, null), ...(record ? classifySession(record, order) : [])]
  return now.some((discrepancy) => discrepancy.key === key)
}

/** The session whose payment is refunded, where it is not the order's own. */
async function paidOn({ db, provider }: PaymentDeps, discrepancy: StoredDiscrepancy): Promise<SessionRecord | null> {
  const { kind, session_id: sessionId, order_id: orderId } = discrepancy
  if (!sessionId || kind === 'refund_owed') return null
  if (kind === 'refund_failed' && (await db.asService((tx) => isOwnPage(tx, orderId, sessionId)))) return null
  const record = await provider.getSession(sessionId)
  if (record?.paymentStatus !== 'paid') throw new AppError('conflict', 'The payment provider has no such payment.')
  return record
}

async function isOwnPage(tx: Tx, orderId: string | null, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('id', '=', orderId)
    .where('payment_session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

async function failedRefund(tx: Tx, { key }: StoredDiscrepancy): Promise<{ amountPence: Pence; reason: RefundReason }> {
  const row = await tx
    .selectFrom('private.refunds')
    .select(['reason', ...penceOf('amount')])
    .where('id', '=', key.slice('refund_failed:'.length))
    .executeTakeFirstOrThrow()
  return { amountPence: row.amount, reason: row.reason as RefundReason }
}

import { isPaid, stateOf } from '#features/orders/order-state.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { type PaymentDeps, settleOrder } from '../settle-order.ts'
import { classifyOrder } from './classify-order.ts'
import { classifyDispute, classifySession } from './classify-session.ts'
import type { Discrepancy } from './discrepancy.ts'
import type { StoredDiscrepancy } from './discrepancy-store.ts'
import { type LocalOrder, readOrders } from './local-order.ts'

/** Discrepancies that settling the order resolves without the owner. */
const settled = new Set<Discrepancy['kind']>(['paid_without_order', 'refund_not_recorded'])

/** Whether a paid order lacks a later state of its session, such as a refund or a dispute. */
export function isOutdated(record: SessionRecord, order: LocalOrder): boolean {
  return isPaid(order.state) && order.sessionId === record.id && stateOf(record) !== order.state
}

/**
 * Reads one session again and compares it with its order. Where that is enough, the order is settled first: `isSettled`
 * says whether it then matches.
 */
export async function reconcileSession(
  deps: PaymentDeps,
  provider: PaymentProvider,
  sessionId: string,
): Promise<{ discrepancies: Discrepancy[]; isSettled: boolean }> {
  const before = await lookAtSession(deps, provider, sessionId)
  if (!before.needsTelling) return { discrepancies: before.discrepancies, isSettled: false }
  if (!(await trySettle(deps, sessionId))) return { discrepancies: before.discrepancies, isSettled: false }
  const after = await lookAtSession(deps, provider, sessionId)
  return { discrepancies: after.discrepancies, isSettled: !after.needsTelling }
}

/** The discrepancies of one order, after a request whether the provider has its payment. */
export async function reconcileOrder(
  deps: PaymentDeps,
  provider: PaymentProvider,
  orderId: string,
): Promise<Discrepancy[]> {
  const order = await readOrder(deps, orderId)
  if (!order) return []
  const record = order.sessionId ? await provider.getSession(order.sessionId) : null
  const isKnown = record !== null && (record.paymentStatus === 'paid' || record.paymentStatus === 'no_payment_required')
  return classifyOrder(order, isKnown)
}

/** The present discrepancies of a stored one's order or session. Without its key among them, it is resolved. */
export async function recheckDiscrepancy(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { kind, key, order_id: orderId, session_id: sessionId, payment_id: paymentId }: StoredDiscrepancy,
): Promise<Discrepancy[]> {
  if (kind === 'open_dispute') {
    const record = sessionId
      ? await provider.getSession(sessionId)
      : paymentId
        ? await provider.findSessionOf(paymentId)
        : null
    const now = (record?.disputes ?? []).flatMap((dispute) => classifyDispute(dispute, record))
    // Settling stores how the dispute ended, which the resolved entry shows.
    if (record?.orderId && !now.some((found) => found.key === key)) await trySettle(deps, record.id)
    return now
  }
  const ofSession = key.endsWith(`:${sessionId}`) ? await reconcileSession(deps, provider, sessionId ?? '') : null
  return [...(ofSession?.discrepancies ?? []), ...(orderId ? await reconcileOrder(deps, provider, orderId) : [])]
}

/** Settles a session; false for an error of ours. Throws where the provider does not respond. */
async function trySettle(deps: PaymentDeps, sessionId: string): Promise<boolean> {
  try {
    await settleOrder(deps, sessionId)
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.log.error({ error, session: sessionId }, 'a payment could not be settled and waits for the owner')
    return false
  }
}

async function lookAtSession(
  deps: PaymentDeps,
  provider: PaymentProvider,
  sessionId: string,
): Promise<{ discrepancies: Discrepancy[]; needsTelling: boolean }> {
  const record = await provider.getSession(sessionId)
  if (!record?.orderId) return { discrepancies: [], needsTelling: false }
  const order = await readOrder(deps, record.orderId)
  const discrepancies = classifySession(record, order)
  const needsTelling =
    order !== null && (isOutdated(record, order) || discrepancies.some(({ kind }) => settled.has(kind)))
  return { discrepancies, needsTelling }
}

async function readOrder({ db, provider }: PaymentDeps, id: string): Promise<LocalOrder | null> {
  return (await db.asService((tx) => readOrders(tx, provider.name, [id]))).get(id) ?? null
}

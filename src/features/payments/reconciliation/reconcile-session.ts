import { isPaid, stateOf } from '#features/orders/payment-state.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { type PaymentDeps, settleOrder } from '../settle-order.ts'
import { classifyOrder } from './classify-order.ts'
import { classifyDispute, classifySession } from './classify-session.ts'
import type { Discrepancy } from './discrepancy.ts'
import type { StoredDiscrepancy } from './discrepancy-store.ts'
import { type LocalOrder, readOrders } from './local-order.ts'

/** What is settled by the provider's own record and needs nobody's word. */
const settled = new Set<Discrepancy['kind']>(['paid_without_order', 'refund_not_recorded'])

/** Whether an order has not heard yet what became of its money: a refund, or a bank that asks about it. */
export function isOutdated(record: SessionRecord, order: LocalOrder): boolean {
  return isPaid(order.state) && order.sessionId === record.id && stateOf(record) !== order.state
}

/**
 * Asks about one page anew and judges it by what both books say now. Where it only needs telling, the order is settled
 * first: `isSettled` then says whether that was all it needed.
 */
export async function reconcileSession(
  deps: PaymentDeps,
  provider: PaymentProvider,
  sessionId: string,
): Promise<{ discrepancies: Discrepancy[]; isSettled: boolean }> {
  const before = await lookAtSession(deps, provider, sessionId)
  if (!before.needsTelling) return { discrepancies: before.discrepancies, isSettled: false }
  if (!(await tell(deps, sessionId))) return { discrepancies: before.discrepancies, isSettled: false }
  const after = await lookAtSession(deps, provider, sessionId)
  return { discrepancies: after.discrepancies, isSettled: !after.needsTelling }
}

/** What stands out about one order in our books, and whether the provider knows its payment. */
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

/** Whatever there is to say now about the object of a discrepancy; without the discrepancy's key in it, that one is over. */
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
    // How it ended is written beside the dispute: whoever reads that it is over reads that too.
    if (record?.orderId && !now.some((found) => found.key === key)) await tell(deps, record.id)
    return now
  }
  const ofSession = key.endsWith(`:${sessionId}`) ? await reconcileSession(deps, provider, sessionId ?? '') : null
  return [...(ofSession?.discrepancies ?? []), ...(orderId ? await reconcileOrder(deps, provider, orderId) : [])]
}

/** Settles a page; false where that goes wrong here. Throws where the provider gives no answer. */
async function tell(deps: PaymentDeps, sessionId: string): Promise<boolean> {
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

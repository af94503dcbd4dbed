import { isPaid, stateOf } from '#features/orders/payment-state.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { type Settling, settleOrder } from '../settle-order.ts'
import type { Found } from './finding.ts'
import { judgeOrder } from './judge-order.ts'
import { judgeDispute, judgeSession } from './judge-session.ts'
import type { Finding } from './keep-findings.ts'
import { type OurOrder, readOrders } from './our-order.ts'

/** What is settled by the provider's own record and needs nobody's word. */
const settled = new Set<Found['kind']>(['paid_without_order', 'refund_not_noted'])

/** Whether an order has not heard yet what became of its money: a refund, or a bank that asks about it. */
export function isBehind(record: SessionRecord, order: OurOrder): boolean {
  return isPaid(order.state) && order.sessionId === record.id && stateOf(record) !== order.state
}

/**
 * Asks about one page anew and judges it by what both books say now. Where it only needs telling, the order is settled
 * first: `isSettled` then says whether that was all it needed.
 */
export async function examineSession(
  settling: Settling,
  provider: PaymentProvider,
  sessionId: string,
): Promise<{ findings: Found[]; isSettled: boolean }> {
  const before = await lookAtSession(settling, provider, sessionId)
  if (!before.needsTelling) return { findings: before.findings, isSettled: false }
  if (!(await tell(settling, sessionId))) return { findings: before.findings, isSettled: false }
  const after = await lookAtSession(settling, provider, sessionId)
  return { findings: after.findings, isSettled: !after.needsTelling }
}

/** What stands out about one order in our books, and whether the provider knows its payment. */
export async function examineOrder(settling: Settling, provider: PaymentProvider, orderId: string): Promise<Found[]> {
  const order = await readOrder(settling, orderId)
  if (!order) return []
  const record = order.sessionId ? await provider.getSession(order.sessionId) : null
  const isKnown = record !== null && (record.paymentStatus === 'paid' || record.paymentStatus === 'no_payment_required')
  return judgeOrder(order, isKnown)
}

/** Whatever there is to say now about the object of a finding; without the finding's key in it, that one is over. */
export async function examineFinding(
  settling: Settling,
  provider: PaymentProvider,
  { kind, key, order_id: orderId, session_id: sessionId, payment_id: paymentId }: Finding,
): Promise<Found[]> {
  if (kind === 'open_dispute') {
    const record = sessionId
      ? await provider.getSession(sessionId)
      : paymentId
        ? await provider.findSessionOf(paymentId)
        : null
    const now = (record?.disputes ?? []).flatMap((dispute) => judgeDispute(dispute, record))
    // How it ended is written beside the dispute: whoever reads that it is over reads that too.
    if (record?.orderId && !now.some((found) => found.key === key)) await tell(settling, record.id)
    return now
  }
  const ofSession = key.endsWith(`:${sessionId}`) ? await examineSession(settling, provider, sessionId ?? '') : null
  return [...(ofSession?.findings ?? []), ...(orderId ? await examineOrder(settling, provider, orderId) : [])]
}

/** Settles a page; false where that goes wrong here. Throws where the provider gives no answer. */
async function tell(settling: Settling, sessionId: string): Promise<boolean> {
  try {
    await settleOrder(settling, sessionId)
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    settling.log.error({ error, session: sessionId }, 'a payment could not be settled and waits for the owner')
    return false
  }
}

async function lookAtSession(
  settling: Settling,
  provider: PaymentProvider,
  sessionId: string,
): Promise<{ findings: Found[]; needsTelling: boolean }> {
  const record = await provider.getSession(sessionId)
  if (!record?.orderId) return { findings: [], needsTelling: false }
  const order = await readOrder(settling, record.orderId)
  const findings = judgeSession(record, order)
  const needsTelling = order !== null && (isBehind(record, order) || findings.some(({ kind }) => settled.has(kind)))
  return { findings, needsTelling }
}

async function readOrder({ db, provider }: Settling, id: string): Promise<OurOrder | null> {
  return (await db.asService((tx) => readOrders(tx, provider.name, [id]))).get(id) ?? null
}

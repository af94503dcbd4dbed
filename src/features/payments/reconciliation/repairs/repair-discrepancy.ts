import { resolveNotes } from '#features/orders/order-notes.ts'
import { lockOrderForRefund } from '#features/payments/refunds/lock-order-for-refund.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import type { RequestContext } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Action, actionsFor } from '../discrepancy.ts'
import {
  alreadyResolved,
  findDiscrepancy,
  resolveDiscrepancies,
  type StoredDiscrepancy,
  saveDiscrepancies,
} from '../discrepancy-store.ts'
import { withOwnerMessage } from '../provider-errors.ts'
import { recheckDiscrepancy } from '../reconcile-session.ts'
import type { Repaired } from '../reconciliation.contract.ts'
import { acceptPaidAmount } from './accept-paid-amount.ts'
import { rebuildOrder } from './rebuild-order.ts'
import { refundDiscrepancy } from './refund-discrepancy.ts'

export type Repair = { id: string; action: Action; note: string | null; userId: string; context: RequestContext }

/**
 * Repairs a discrepancy in the name of the administrator. Refuses not_found, conflict where it was resolved already or
 * the repair is no longer possible, and bad_request for an action of another kind. Concurrent repairs take effect once.
 */
export async function repairDiscrepancy(deps: PaymentDeps, repair: Repair): Promise<Repaired> {
  try {
    return await doRepair(deps, repair)
  } catch (error) {
    throw withOwnerMessage(error)
  }
}

async function doRepair(deps: PaymentDeps, repair: Repair): Promise<Repaired> {
  const { id, action, note, userId, context } = repair
  const discrepancy = await deps.db.asService((tx) => findDiscrepancy(tx, id))
  if (!discrepancy) throw new AppError('not_found', 'This discrepancy doesn’t exist.')
  if (discrepancy.resolved_at) throw alreadyResolved()
  if (!actionsFor(discrepancy, discrepancy.order_id !== null).includes(action)) {
    throw new AppError('bad_request', 'This can’t be done here.')
  }
  const own = inNameOf(deps, { userId, context })
  if (action === 'accept') await accept(own, { discrepancy, note, userId })
  if (action === 'give_back') await refundDiscrepancy(own, { discrepancy, note, userId })
  if (action === 'take_amount') await acceptPaidAmount(own, discrepancy)
  if (action === 'mark_paid') await markPaid(own, discrepancy)
  if (action === 'settle') await settleOrder(own, discrepancy.session_id ?? '')
  if (action === 'rebuild') await rebuildOrder(own, discrepancy.session_id ?? '')
  if (action === 'accept' || action === 'give_back') return { id, resolved: true }
  return { id, resolved: await recheckAfterRepair(own, discrepancy, { action, userId }) }
}

/** The owner accepts the difference with a note; it stays resolved until its facts change. */
async function accept(
  { db }: PaymentDeps,
  { discrepancy, note, userId }: { discrepancy: StoredDiscrepancy; note: string | null; userId: string },
): Promise<void> {
  const closed = await db.asService(async (tx) => {
    const count = await resolveDiscrepancies(tx, [discrepancy.id], { how: 'accepted', by: userId, note })
    // Money that the shop keeps on purpose is no longer owed.
    if (count > 0 && discrepancy.kind === 'refund_owed' && discrepancy.order_id) {
      await lockOrderForRefund(tx, { id: discrepancy.order_id })
      await resolveNotes(tx, discrepancy.order_id, { kinds: ['refund_owed', 'refund_owed_after_delay'] })
    }
    return count
  })
  if (closed === 0) throw alreadyResolved()
}

/** Sets the payment status back to paid. No money moves. */
async function markPaid({ db }: PaymentDeps, { order_id: orderId }: StoredDiscrepancy): Promise<void> {
  await db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', orderId).execute(),
  )
}

/** Compares again; true where the discrepancy is resolved. */
async function recheckAfterRepair(
  deps: PaymentDeps,
  discrepancy: StoredDiscrepancy,
  { action, userId }: { action: 'settle' | 'rebuild' | 'take_amount' | 'mark_paid'; userId: string },
): Promise<boolean> {
  const now = await recheckDiscrepancy(deps, deps.provider, discrepancy)
  const isOver = !now.some(({ key }) => key === discrepancy.key)
  const how = { settle: 'settled', rebuild: 'rebuilt', take_amount: 'amount_taken', mark_paid: 'marked_paid' } as const
  await deps.db.asService(async (tx) => {
    await saveDiscrepancies(tx, now, null)
    if (isOver) await resolveDiscrepancies(tx, [discrepancy.id], { how: how[action], by: userId })
  })
  return isOver
}

/** The same dependencies with the administrator's name in the audit log. */
function inNameOf(deps: PaymentDeps, { userId, context }: Pick<Repair, 'userId' | 'context'>): PaymentDeps {
  const { db } = deps
  return {
    ...deps,
    db: { ...db, asService: (work) => db.as({ role: 'service_role', sub: userId }, work, context) },
  }
}

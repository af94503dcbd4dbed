import { sql } from 'kysely'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import type { RequestContext, Tx } from '#platform/database/db.ts'
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
import { acceptPaidAmount } from './accept-paid-amount.ts'
import { rebuildOrder } from './rebuild-order.ts'
import { refundDiscrepancy } from './refund-discrepancy.ts'

export type Repair = { id: string; action: Action; note: string | null; userId: string; context: RequestContext }

/** `resolved` false: it was done, and the books still do not agree; the discrepancy says how. */
export type Repaired = { id: string; resolved: boolean }

/**
 * Does one thing about a discrepancy, in the name of who asks. Twice, or by two at once, is once: whoever comes second is
 * told that it was seen to. Refuses not_found, conflict where it was seen to already or cannot be done any more, and
 * bad_request for what does not help with this discrepancy.
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
  if (!discrepancy) throw new AppError('not_found', 'There is no such finding.')
  if (discrepancy.resolved_at) throw alreadyResolved()
  const isPounds = !discrepancy.detail?.startsWith('Paid in ')
  if (!actionsFor({ kind: discrepancy.kind, hasOrder: discrepancy.order_id !== null, isPounds }).includes(action)) {
    throw new AppError('bad_request', 'This does not help here.')
  }
  const own = inNameOf(deps, { userId, context })
  if (action === 'accept') await accept(own, { discrepancy, note, userId })
  if (action === 'give_back') await refundDiscrepancy(own, { discrepancy, note, userId })
  if (action === 'take_amount') await acceptPaidAmount(own, discrepancy)
  if (action === 'mark_paid') await markPaid(own, discrepancy)
  if (action === 'settle') await settleOrder(own, discrepancy.session_id ?? '')
  if (action === 'rebuild') await rebuildOrder(own, discrepancy.session_id ?? '')
  if (action === 'accept' || action === 'give_back') return { id, resolved: true }
  return { id, resolved: await lookAgain(own, discrepancy, { action, userId }) }
}

/** The owner knows about it and says why that is right: it stays so until the facts change. */
async function accept(
  { db }: PaymentDeps,
  { discrepancy, note, userId }: { discrepancy: StoredDiscrepancy; note: string | null; userId: string },
): Promise<void> {
  const closed = await db.asService(async (tx) => {
    const count = await resolveDiscrepancies(tx, [discrepancy.id], { how: 'accepted', by: userId, note })
    // What the shop keeps on purpose is owed no more.
    if (count > 0 && discrepancy.kind === 'refund_owed' && discrepancy.order_id)
      await keepRest(tx, discrepancy.order_id)
    return count
  })
  if (closed === 0) throw alreadyResolved()
}

async function keepRest(tx: Tx, orderId: string): Promise<void> {
  await sql`update public.pre_orders set needs_review = (
      select string_agg(note, '. ' order by place)
        from unnest(string_to_array(needs_review, '. ')) with ordinality as n (note, place)
       where not starts_with(note, 'Refund owed: '))
    where id = ${orderId} and needs_review is not null`.execute(tx)
}

/** Puts the payment status back to what the provider says. No money moves. */
async function markPaid({ db }: PaymentDeps, { order_id: orderId }: StoredDiscrepancy): Promise<void> {
  await db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', orderId).execute(),
  )
}

/** What both books say now; true where the discrepancy is over. */
async function lookAgain(
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

/** The same, with the name of who asks in the log of changes. */
function inNameOf(deps: PaymentDeps, { userId, context }: Pick<Repair, 'userId' | 'context'>): PaymentDeps {
  const { db } = deps
  return {
    ...deps,
    db: { ...db, asService: (work) => db.as({ role: 'service_role', sub: userId }, work, context) },
  }
}

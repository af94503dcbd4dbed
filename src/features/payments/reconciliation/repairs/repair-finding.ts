import { type Settling, settleOrder } from '#features/payments/settle-order.ts'
import type { RequestContext } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Action, actionsFor } from '../actions.ts'
import { examineFinding } from '../examine.ts'
import { type Finding, findFinding, keepFindings, resolveFindings } from '../keep-findings.ts'
import { toNoAnswer } from '../no-answer.ts'
import { seenTo } from '../seen-to.ts'
import { accept } from './accept.ts'
import { giveBack } from './give-back.ts'
import { rebuildOrder } from './rebuild-order.ts'
import { takeAmount } from './take-amount.ts'

export type Repair = { id: string; action: Action; note: string | null; userId: string; context: RequestContext }

/** `resolved` false: it was done, and the books still do not agree; the finding says how. */
export type Repaired = { id: string; resolved: boolean }

/**
 * Does one thing about a finding, in the name of who asks. Twice, or by two at once, is once: whoever comes second is
 * told that it was seen to. Refuses not_found, conflict where it was seen to already or cannot be done any more, and
 * bad_request for what does not help with this finding.
 */
export async function repairFinding(settling: Settling, repair: Repair): Promise<Repaired> {
  try {
    return await doRepair(settling, repair)
  } catch (error) {
    throw toNoAnswer(error)
  }
}

async function doRepair(settling: Settling, repair: Repair): Promise<Repaired> {
  const { id, action, note, userId, context } = repair
  const finding = await settling.db.asService((tx) => findFinding(tx, id))
  if (!finding) throw new AppError('not_found', 'There is no such finding.')
  if (finding.resolved_at) throw seenTo()
  const isPounds = !finding.detail?.startsWith('Paid in ')
  if (!actionsFor({ kind: finding.kind, hasOrder: finding.order_id !== null, isPounds }).includes(action)) {
    throw new AppError('bad_request', 'This does not help here.')
  }
  const own = inNameOf(settling, { userId, context })
  if (action === 'accept') await accept(own, { finding, note, userId })
  if (action === 'give_back') await giveBack(own, { finding, note, userId })
  if (action === 'take_amount') await takeAmount(own, finding)
  if (action === 'mark_paid') await markPaid(own, finding)
  if (action === 'settle') await settleOrder(own, finding.session_id ?? '')
  if (action === 'rebuild') await rebuildOrder(own, finding.session_id ?? '')
  if (action === 'accept' || action === 'give_back') return { id, resolved: true }
  return { id, resolved: await lookAgain(own, finding, { action, userId }) }
}

/** Puts the payment status back to what the provider says. No money moves. */
async function markPaid({ db }: Settling, { order_id: orderId }: Finding): Promise<void> {
  await db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', orderId).execute(),
  )
}

/** What both books say now; true where the finding is over. */
async function lookAgain(
  settling: Settling,
  finding: Finding,
  { action, userId }: { action: 'settle' | 'rebuild' | 'take_amount' | 'mark_paid'; userId: string },
): Promise<boolean> {
  const now = await examineFinding(settling, settling.provider, finding)
  const isOver = !now.some(({ key }) => key === finding.key)
  const how = { settle: 'settled', rebuild: 'rebuilt', take_amount: 'amount_taken', mark_paid: 'marked_paid' } as const
  await settling.db.asService(async (tx) => {
    await keepFindings(tx, now, null)
    if (isOver) await resolveFindings(tx, [finding.id], { how: how[action], by: userId })
  })
  return isOver
}

/** The same, with the name of who asks in the log of changes. */
function inNameOf(settling: Settling, { userId, context }: Pick<Repair, 'userId' | 'context'>): Settling {
  const { db } = settling
  return {
    ...settling,
    db: { ...db, asService: (work) => db.as({ role: 'service_role', sub: userId }, work, context) },
  }
}

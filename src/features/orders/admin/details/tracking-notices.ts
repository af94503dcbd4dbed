import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { conflictNotice } from '../order-labels.ts'
import { type ChangeOutcome, changeOrder } from '../status/change-order.ts'
import { isEmailed } from '../status/status-questions.ts'
import { notifyUndone, undoMs } from '../status/use-status-changes.ts'
import { plainNumber } from '../tracking/tracking-format.ts'

/** A toast that a number was added, whether the customer gets an e-mail, and an undo button. */
export function notifyTracking(
  before: OrderRow,
  order: OrderRow,
  { isTold, onUndone }: { isTold: boolean; onUndone: (order: OrderRow) => void },
): Promise<void> {
  async function undo() {
    const { tracking_number, shipping_carrier, shipped_at, order_status, ready_at } = before
    const was = { tracking_number, shipping_carrier, shipped_at, order_status, ready_at }
    const undone = await changeOrder(order, was)
    if (undone.outcome !== 'failed' && undone.order) onUndone(undone.order)
    await notifyUndone(order, undone)
  }
  return toast({
    title: 'Tracking added',
    description: trackingMessage(before, order, isTold),
    tone: 'success',
    about: `order-${order.order_number}`,
    action: { label: 'Undo', onPress: () => void undo() },
    lastsMs: undoMs,
  })
}

/** Whether an e-mail with the number was queued: it leaves a minute later, unless that is undone. */
export function isDispatchEmailed(before: OrderRow | undefined, order: OrderRow): boolean {
  const isOther = plainNumber(order.tracking_number ?? '') !== plainNumber(before?.tracking_number ?? '')
  return isOther && order.tracking_number !== null && order.order_status === 'shipped' && isEmailed(order)
}

/** The message after a number is saved. It promises an e-mail only where one is queued. */
export function trackingMessage(before: OrderRow, order: OrderRow, isTold = true): string {
  if (isTold && isDispatchEmailed(before, order)) return 'Tracking number added and customer notified by email.'
  if (order.customer_email === null) {
    return 'The tracking number is saved. The order has no e-mail address, so no e-mail is sent.'
  }
  if (!isEmailed(order)) return 'The tracking number is saved. The order is not paid, so no e-mail is sent.'
  return 'The tracking number is saved. No e-mail is sent for this change.'
}

export function notifyTrackingFailure({ order_number }: OrderRow, changed: ChangeOutcome): Promise<void> {
  const about = `order-${order_number}`
  if (changed.outcome === 'conflict') return toast({ ...conflictNotice(order_number), tone: 'error', about })
  return toast({ title: 'Error', description: 'Failed to add tracking number.', tone: 'error', about })
}

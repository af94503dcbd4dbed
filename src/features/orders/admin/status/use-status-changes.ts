import { useRef, useState } from 'react'
import type { Ask } from '#ui/question-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { newer, type OrderRow } from '../order.ts'
import { type ChangeOutcome, changeOrder, readFacts, refundCancelled, shipUntracked } from './change-order.ts'
import { needsFacts, questionForOne, type StatusAnswer, type StatusChange } from './status-questions.ts'

/** E-mails about a status are sent after a minute; the notice offers an undo until shortly before. */
export const undoMs = 55_000

/** A change that was refused because the order had been changed since it was `seen`. */
export type StatusConflict = { seen: OrderRow; wanted: StatusChange; theirs: OrderRow }

type StatusChangesOptions = {
  find: (id: string) => OrderRow | undefined
  put: (order: OrderRow) => void
  ask: Ask
}

/**
 * Changes the status of orders: with a question where it has consequences, shown optimistically, rolled back on
 * failure, and with an undo. Changes of one order run one after another, so that the second does not conflict with the
 * first.
 */
export function useStatusChanges({ find, put, ask }: StatusChangesOptions) {
  const [pending, setPending] = useState<ReadonlyMap<string, StatusChange>>(new Map())
  const [conflict, setConflict] = useState<StatusConflict | null>(null)
  const running = useRef(new Map<string, Promise<ChangeOutcome>>())

  /** `send` gets the order after the changes before this one. */
  async function run(order: OrderRow, shown: StatusChange, send: (known: OrderRow) => Promise<ChangeOutcome>) {
    const { id } = order
    setPending((was) => new Map(was).set(id, { ...was.get(id), ...shown }))
    const before = running.current.get(id)
    const mine = (before ?? Promise.resolve(null)).then((earlier) => {
      const known = newer(order, find(id))
      return send(earlier?.outcome === 'changed' ? newer(known, earlier.order) : known)
    })
    running.current.set(id, mine)
    const changed = await mine
    if (changed.outcome !== 'failed' && changed.order) put(changed.order)
    if (running.current.get(id) === mine) {
      running.current.delete(id)
      setPending((was) => new Map([...was].filter(([other]) => other !== id)))
    }
    return changed
  }

  /** `onUndone`: called with the order after a later undo. Null where the owner declined the question. */
  async function change(
    order: OrderRow,
    wanted: StatusChange,
    onUndone?: (order: OrderRow) => void,
  ): Promise<ChangeOutcome | null> {
    // The question is about the order after the changes before this one.
    const earlier = await running.current.get(order.id)
    const seen = newer(order, find(order.id))
    const now = earlier?.outcome === 'changed' ? newer(seen, earlier.order) : seen
    const choice = await answerFor(now, wanted, ask)
    if (choice === null) return null
    let before = order
    const changed =
      choice === 'failed'
        ? ({ outcome: 'failed' } as const)
        : await run(order, wanted, (known) => {
            before = known
            const isForParcel = choice === 'email' || choice === 'silent'
            return isForParcel ? shipUntracked(known, choice === 'email') : changeOrder(known, wanted)
          })
    const isRefunded = choice === 'refund' && changed.outcome === 'changed'
    const refundProblem = isRefunded ? await refundCancelled(changed.order) : null
    const undo = async (done: OrderRow) => {
      const back = backTo(before, wanted)
      const undone = await run(done, back, (known) => changeOrder(known, back))
      if (undone.outcome === 'changed') onUndone?.(undone.order)
      await notifyUndone(order, undone)
    }
    if (changed.outcome === 'conflict' && changed.order) setConflict({ seen: order, wanted, theirs: changed.order })
    else setConflict((known) => (known?.seen.id === order.id ? null : known))
    // A refund is sent at once, so nothing can be undone.
    await tell(order, wanted, changed, isRefunded ? null : undo)
    if (refundProblem !== null) await notifyRefundFailed([order], refundProblem)
    return changed
  }

  /**
   * Resolves the conflict: applies the change to their version, or drops it. Returns the order where it was changed.
   */
  async function resolve(keep: 'mine' | 'theirs', onUndone?: (order: OrderRow) => void): Promise<OrderRow | null> {
    setConflict(null)
    if (!conflict || keep === 'theirs') return null
    const changed = await change(conflict.theirs, conflict.wanted, onUndone)
    return !changed || changed.outcome === 'failed' ? null : changed.order
  }

  /** An order with its pending changes. */
  function withPending<Row extends OrderRow>(order: Row): Row {
    return { ...order, ...pending.get(order.id) }
  }

  return { change, withPending, conflict, resolve, ask }
}

export type StatusChanges = ReturnType<typeof useStatusChanges>

/** 'yes' without a question; null: the owner declined; 'failed': the facts for the question could not be read. */
async function answerFor(order: OrderRow, wanted: StatusChange, ask: Ask): Promise<StatusAnswer | 'failed' | null> {
  const facts = needsFacts(order, wanted) ? await readFacts([order]).catch(() => 'failed' as const) : null
  if (facts === 'failed') return 'failed'
  const question = questionForOne(order, wanted, facts?.get(order.order_number) ?? null)
  return question ? ask(question) : 'yes'
}

/** The change that undoes another. A status also restores when the parcel was ready and when it shipped. */
function backTo(before: OrderRow, wanted: StatusChange) {
  const { order_status, payment_status, ready_at, shipped_at } = before
  return {
    ...(wanted.payment_status && { payment_status }),
    ...(wanted.order_status && { order_status, ready_at, shipped_at }),
    ...(wanted.ready_at !== undefined && { ready_at }),
  }
}

function tell(
  { order_number }: OrderRow,
  wanted: StatusChange,
  changed: ChangeOutcome,
  undo: ((done: OrderRow) => Promise<void>) | null,
): Promise<void> {
  const about = `order-${order_number}`
  if (changed.outcome !== 'changed') return notifyUnchanged(order_number, changed, 'Failed to update status.')
  const action = undo && { action: { label: 'Undo', onPress: () => void undo(changed.order) } }
  if (wanted.ready_at !== undefined) {
    const title = wanted.ready_at ? 'Ready to post' : 'Back in progress'
    const view = wanted.ready_at ? 'To dispatch' : 'In progress'
    return toast({ title, description: `${order_number} is now in ${view}.`, tone: 'success', about, ...action })
  }
  const what = wanted.payment_status ? 'Payment' : 'Order'
  return toast({
    title: 'Status updated',
    description: `${what} status updated successfully.`,
    tone: 'success',
    about,
    ...action,
    ...(wanted.order_status && { lastsMs: undoMs }),
  })
}

/** Says which orders were cancelled without the refund that the owner chose, and why. */
export function notifyRefundFailed(orders: readonly OrderRow[], problem: string): Promise<void> {
  const numbers = orders.map(({ order_number }) => order_number).join(', ')
  return toast({
    title: 'Not refunded yet',
    description: `Cancelled without a refund: ${numbers}. ${problem} Refund it under “Refund owed”.`,
    tone: 'error',
    about: `refund-${numbers}`,
  })
}

/** Says that an order was not changed: someone else changed it first, or `failure`. */
export function notifyUnchanged(orderNumber: string, { outcome }: ChangeOutcome, failure: string): Promise<void> {
  const isConflict = outcome === 'conflict'
  return toast({
    title: isConflict ? 'Someone else has just changed this order' : 'Error',
    description: isConflict
      ? `Your change to order ${orderNumber} was not saved. The order is shown as it is now.`
      : failure,
    tone: 'error',
    about: `order-${orderNumber}`,
  })
}

/** Says that a change was undone, or why it was not. */
export function notifyUndone({ order_number }: OrderRow, undone: ChangeOutcome): Promise<void> {
  if (undone.outcome !== 'changed') {
    return notifyUnchanged(order_number, undone, 'Could not undo that. Please try again.')
  }
  const description = `Order ${order_number} is as it was before.`
  return toast({ title: 'Undone', description, tone: 'success', about: `order-${order_number}` })
}

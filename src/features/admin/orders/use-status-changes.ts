import { useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { type Changed, changeOrder } from './change-order.ts'
import { newer } from './merge-orders.ts'
import type { OrderRow } from './order.ts'
import { overtakenNotice } from './order-words.ts'

export type StatusChange = Partial<Pick<OrderRow, 'order_status' | 'payment_status' | 'ready_at'>>

/** A change that was refused because the order had been changed since it was `seen`. */
export type StatusConflict = { seen: OrderRow; wanted: StatusChange; theirs: OrderRow }

/**
 * Changes the status of orders: shown at once, taken back if it comes to nothing. Two changes of one order follow one
 * another, so that she is not told that somebody else was faster when it was she herself.
 */
export function useStatusChanges({
  find,
  put,
}: {
  find: (id: string) => OrderRow | undefined
  put: (order: OrderRow) => void
}) {
  const [pending, setPending] = useState<ReadonlyMap<string, StatusChange>>(new Map())
  const [conflict, setConflict] = useState<StatusConflict | null>(null)
  const running = useRef(new Map<string, Promise<Changed>>())

  async function change(order: OrderRow, wanted: StatusChange) {
    const { id } = order
    setPending((was) => new Map(was).set(id, { ...was.get(id), ...wanted }))
    const before = running.current.get(id)
    const mine = (before ?? Promise.resolve(null)).then((earlier) => {
      const known = newer(order, find(id))
      return changeOrder(earlier?.outcome === 'changed' ? newer(known, earlier.order) : known, wanted)
    })
    running.current.set(id, mine)
    const changed = await mine
    if (changed.outcome !== 'failed' && changed.order) put(changed.order)
    if (running.current.get(id) === mine) {
      running.current.delete(id)
      setPending((was) => new Map([...was].filter(([other]) => other !== id)))
    }
    if (changed.outcome === 'overtaken' && changed.order) setConflict({ seen: order, wanted, theirs: changed.order })
    else setConflict((known) => (known?.seen.id === id ? null : known))
    await tell(order, wanted, changed)
    return changed
  }

  /** Ends the conflict: the change is made upon their version, or dropped. Gives the order where it was changed. */
  async function resolve(keep: 'mine' | 'theirs'): Promise<OrderRow | null> {
    setConflict(null)
    if (!conflict || keep === 'theirs') return null
    const changed = await change(conflict.theirs, conflict.wanted)
    return changed.outcome === 'failed' ? null : changed.order
  }

  /** An order with what is on its way to be changed. */
  function withPending<Row extends OrderRow>(order: Row): Row {
    return { ...order, ...pending.get(order.id) }
  }

  return { change, withPending, conflict, resolve }
}

export type StatusChanges = ReturnType<typeof useStatusChanges>

function tell({ order_number }: OrderRow, wanted: StatusChange, changed: Changed): Promise<void> {
  const about = `order-${order_number}`
  if (changed.outcome === 'overtaken') return toast({ ...overtakenNotice(order_number), tone: 'error', about })
  if (changed.outcome === 'failed') {
    return toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about })
  }
  if (wanted.ready_at !== undefined) {
    const title = wanted.ready_at ? 'Ready to post' : 'Back in progress'
    const view = wanted.ready_at ? 'To dispatch' : 'In progress'
    return toast({ title, description: `${order_number} is now in ${view}.`, tone: 'success', about })
  }
  const what = wanted.payment_status ? 'Payment' : 'Order'
  return toast({
    title: 'Status updated',
    description: `${what} status updated successfully.`,
    tone: 'success',
    about,
  })
}

import { useState } from 'react'
import type { Ask } from '#ui/question-dialog.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type OrderRow, type OrderStatus, orderStatuses } from '../order.ts'
import { type BulkResult, changeOrders, readFacts } from '../status/change-orders.ts'
import { leavesUntracked } from '../status/status-questions.ts'
import { questionForMany } from './bulk-question.ts'

/** One status for all that are chosen, and which of them are ready to post. Choosing a status does nothing yet. */
export function BulkStatus({
  picked,
  ask,
  onDone,
}: {
  picked: readonly OrderRow[]
  ask: Ask
  onDone: (results: BulkResult[]) => void
}) {
  const [status, setStatus] = useState<OrderStatus>('processing')
  const [busy, setBusy] = useState(false)

  const canBeReady = picked.some(({ order_view }) => order_view === 'in_progress')

  async function setAll(
    change: (order: OrderRow) => { order_status?: OrderStatus; ready?: true; tell_customer?: boolean },
  ) {
    const { value, failure } = await changeOrders(
      picked.map((order) => ({ order_number: order.order_number, version: order.version, ...change(order) })),
    )
    if (failure) return toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
    onDone(value)
  }

  /** Asked once, with what it leads to. */
  async function askAndSet() {
    const { value: facts, failure } = await readFacts(picked)
    if (failure) return toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
    const answer = await ask(questionForMany(picked, status, facts))
    if (!answer) return
    await setAll((order) => ({
      order_status: status,
      ...(answer !== 'yes' && leavesUntracked(order, status) && { tell_customer: answer === 'email' }),
    }))
  }

  async function run(deed: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    await deed()
    setBusy(false)
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <SmallSelect
        label="Status for those selected"
        value={status}
        choices={orderStatuses}
        onChoose={setStatus}
        className="w-32"
      />
      <TextButton onClick={() => run(askAndSet)} aria-disabled={busy}>
        {busy ? 'One moment…' : 'Set status'}
      </TextButton>
      {canBeReady && (
        <TextButton onClick={() => run(() => setAll(() => ({ ready: true })))} aria-disabled={busy}>
          Ready to post
        </TextButton>
      )}
    </span>
  )
}

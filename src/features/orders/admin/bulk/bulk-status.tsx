import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import type { Ask } from '#ui/question-dialog.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { type BulkResult, changeOrders, readFacts, refundCancelled } from '../status/change-order.ts'
import { consequencesOf, refundableNow } from '../status/status-questions.ts'
import { notifyRefundFailed } from '../status/use-status-changes.ts'
import { questionForMany } from './bulk-question.ts'

type StatusRequest = { order_status?: OrderStatus; ready?: true; tell_customer?: boolean }

/** Sets one status for all selected orders, or marks them as ready to post. */
export function BulkStatus({
  picked,
  ask,
  onDone,
}: {
  picked: readonly OrderRow[]
  ask: Ask
  /** `canUndo` is false where refunds were requested. */
  onDone: (results: BulkResult[], options: { canUndo: boolean }) => void
}) {
  const [status, setStatus] = useState<OrderStatus>('processing')

  const canBeReady = picked.some(({ order_view }) => order_view === 'in_progress')

  const showError = () =>
    toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
  const setAll = (change: (order: OrderRow) => StatusRequest) =>
    changeOrders(
      picked.map((order) => ({ order_number: order.order_number, version: order.version, ...change(order) })),
    )

  const markReady = useMutation({
    mutationFn: () => setAll(() => ({ ready: true })),
    onError: showError,
    onSuccess: (results) => onDone(results, { canUndo: true }),
  })
  /** One question for all orders, with its consequences. */
  const setStatuses = useMutation({
    mutationFn: async () => {
      const facts = await readFacts(picked)
      const choice = await ask(questionForMany(picked, status, facts))
      if (!choice) return null
      const results = await setAll((order) => ({
        order_status: status,
        ...(consequencesOf(order, status).includes('parcel') &&
          choice !== 'yes' && { tell_customer: choice === 'email' }),
      }))
      const changed = results.flatMap((result) => (result.ok ? [result.order] : []))
      const owed = changed.filter((order) => refundableNow(order, facts.get(order.order_number)) > 0)
      if (choice === 'refund') await refundAll(owed)
      return { results, canUndo: choice !== 'refund' }
    },
    onError: showError,
    onSuccess: (done) => done && onDone(done.results, done),
  })
  const busy = markReady.isPending || setStatuses.isPending

  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <SmallSelect
        label="Status for selected orders"
        value={status}
        choices={orderStatuses}
        onChoose={setStatus}
        className="w-32"
      />
      <TextButton onClick={() => !busy && setStatuses.mutate()} aria-disabled={busy}>
        {busy ? 'One moment…' : 'Set status'}
      </TextButton>
      {canBeReady && (
        <TextButton onClick={() => !busy && markReady.mutate()} aria-disabled={busy}>
          Ready to post
        </TextButton>
      )}
    </span>
  )
}

/** Refunds cancelled orders one after another; one failure does not stop the others. */
async function refundAll(orders: readonly OrderRow[]): Promise<void> {
  const failed: { order: OrderRow; problem: string }[] = []
  for (const order of orders) {
    const problem = await refundCancelled(order)
    if (problem !== null) failed.push({ order, problem })
  }
  const [first] = failed
  if (first)
    await notifyRefundFailed(
      failed.map(({ order }) => order),
      first.problem,
    )
}

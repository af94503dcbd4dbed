import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import type { Ask } from '#ui/question-dialog.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { type BulkResult, changeOrders, readFacts } from '../status/change-orders.ts'
import { leavesUntracked } from '../status/status-questions.ts'
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
  onDone: (results: BulkResult[]) => void
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
    onSuccess: onDone,
  })
  /** One question for all orders, with its consequences. */
  const setStatuses = useMutation({
    mutationFn: async () => {
      const choice = await ask(questionForMany(picked, status, await readFacts(picked)))
      if (!choice) return null
      return setAll((order) => ({
        order_status: status,
        ...(choice !== 'yes' && leavesUntracked(order, status) && { tell_customer: choice === 'email' }),
      }))
    },
    onError: showError,
    onSuccess: (results) => results && onDone(results),
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

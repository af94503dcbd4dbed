import { useState } from 'react'
import { TextButton } from '#features/account/page/text-button.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { toast } from '#ui/toast.ts'
import { type BulkResult, changeOrders } from './change-orders.ts'
import { type OrderRow, type OrderStatus, orderStatuses } from './order.ts'

/** One status for all that are chosen. Choosing it is not yet doing it: a list of twenty has no way back. */
export function BulkStatus({
  picked,
  onDone,
}: {
  picked: readonly OrderRow[]
  onDone: (results: BulkResult[]) => void
}) {
  const [status, setStatus] = useState<OrderStatus>('processing')
  const [busy, setBusy] = useState(false)

  const canBeReady = picked.some(({ order_view }) => order_view === 'in_progress')

  async function set(change: { order_status: OrderStatus } | { ready: true }) {
    if (busy) return
    setBusy(true)
    const { value, failure } = await changeOrders(
      picked.map(({ order_number, version }) => ({ order_number, version, ...change })),
    )
    setBusy(false)
    if (failure) return toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
    onDone(value)
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
      <TextButton onClick={() => set({ order_status: status })} aria-disabled={busy}>
        {busy ? 'One moment…' : 'Set status'}
      </TextButton>
      {canBeReady && (
        <TextButton onClick={() => set({ ready: true })} aria-disabled={busy}>
          Ready to post
        </TextButton>
      )}
    </span>
  )
}

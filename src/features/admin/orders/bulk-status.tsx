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

  async function set() {
    if (busy) return
    setBusy(true)
    const { value, failure } = await changeOrders(
      picked.map(({ order_number, version }) => ({ order_number, version, order_status: status })),
    )
    setBusy(false)
    if (failure) return toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
    onDone(value)
  }

  return (
    <span className="inline-flex items-center gap-x-4">
      <SmallSelect
        label="Status for those selected"
        value={status}
        choices={orderStatuses}
        onChoose={setStatus}
        className="w-32"
      />
      <TextButton onClick={set} aria-disabled={busy}>
        {busy ? 'One moment…' : 'Set status'}
      </TextButton>
    </span>
  )
}

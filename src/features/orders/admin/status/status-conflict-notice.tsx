import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import type { OrderRow } from '../order.ts'
import type { StatusChanges } from './use-status-changes.ts'

type StatusConflictNoticeProps = {
  changes: StatusChanges
  /** Gets the order where the administrator's own change was kept. */
  onChanged?: (order: OrderRow) => void
  className?: string
}

/** Both versions of an order that someone else changed first; nothing where there is no conflict. */
export function StatusConflictNotice({
  changes: { conflict, resolve },
  onChanged,
  className = '',
}: StatusConflictNoticeProps) {
  if (!conflict) return null
  const { seen, wanted, theirs } = conflict

  async function keepMine() {
    const order = await resolve('mine', onChanged)
    if (order) onChanged?.(order)
  }

  return (
    <ConflictNotice
      key={`${theirs.id} ${theirs.version}`}
      className={className}
      row={{ table: 'pre_orders', id: theirs.id }}
      differences={listDifferences(fields, { base: seen, mine: { ...seen, ...wanted }, theirs })}
      onKeepMine={() => void keepMine()}
      onTakeTheirs={() => void resolve('theirs')}
    >
      This is order {theirs.order_number}. “Keep my changes” saves at once.
    </ConflictNotice>
  )
}

const fields: { label: string; words: (order: OrderRow) => string }[] = [
  // The customer may have changed a size before production begins.
  { label: 'Garments and sizes', words: ({ product_name, product_size }) => `${product_name}: ${product_size}` },
  { label: 'Status', words: ({ order_status: status }) => nameIn(orderStatuses, status) },
  { label: 'Payment', words: ({ payment_status: status }) => nameIn(paymentStatuses, status) },
  { label: 'Ready to post', words: ({ ready_at }) => (ready_at ? 'Yes' : 'No') },
  { label: 'Tracking number', words: ({ tracking_number }) => tracking_number ?? '' },
]

function nameIn(choices: readonly { id: string; name: string }[], id: string): string {
  return choices.find((choice) => choice.id === id)?.name ?? id
}

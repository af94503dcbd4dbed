import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { printedSizes } from '#features/catalogue/sizes/size-chart.ts'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderRow } from '../order.ts'
import type { StatusChange } from './status-questions.ts'
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
  {
    label: 'Garments and sizes',
    words: ({ product_name, product_size }) => `${product_name}: ${printedSizes(product_size)}`,
  },
  { label: 'Status', words: ({ order_status: status }) => nameIn(orderStatuses, status) },
  { label: 'Payment', words: ({ payment_status: status }) => nameIn(paymentStatuses, status) },
  { label: 'Ready to post', words: ({ ready_at }) => (ready_at ? 'Yes' : 'No') },
  { label: 'Tracking number', words: ({ tracking_number }) => tracking_number ?? '' },
]

function nameIn(choices: readonly { id: string; name: string }[], id: string): string {
  return choices.find((choice) => choice.id === id)?.name ?? id
}

type ControlProps = { order: OrderRow; onChange: (wanted: StatusChange) => void; className?: string }

export function PaymentSelect({ order, onChange, className = '' }: ControlProps) {
  return (
    <SmallSelect
      label={`Payment of ${order.order_number}`}
      value={order.payment_status}
      choices={paymentStatuses}
      onChoose={(payment_status) => onChange({ payment_status })}
      className={className}
    />
  )
}

export function StatusSelect({ order, onChange, className = '' }: ControlProps) {
  return (
    <SmallSelect
      label={`Status of ${order.order_number}`}
      value={order.order_status}
      choices={orderStatuses}
      onChoose={(order_status) => onChange({ order_status })}
      className={className}
    />
  )
}

/** Marks an order in progress as ready to post, or takes the mark back; empty for other orders. */
export function ReadyButton({ order: { order_number: number, order_view: view }, onChange }: ControlProps) {
  if (view !== 'in_progress' && view !== 'to_dispatch') return null
  const isMade = view === 'to_dispatch'
  const label = isMade ? 'Not ready yet' : 'Ready to post'
  return (
    <TextButton
      onClick={() => onChange({ ready_at: isMade ? null : serverNow().toISOString() })}
      aria-label={`${label}: ${number}`}
    >
      {label}
    </TextButton>
  )
}

import { TextButton } from '#ui/text-button.tsx'
import type { OrderView } from '../api/order-views.ts'
import { isUnfiltered, noFilter, type OrderFilter } from './order-filter-url.ts'

const nothingIn: Record<OrderView, string> = {
  all: 'No orders yet.',
  to_make: 'Nothing to make.',
  in_progress: 'Nothing in progress.',
  to_dispatch: 'Nothing to dispatch.',
  late: 'Nothing is late.',
  attention: 'Nothing needs your attention.',
  shipped: 'Nothing has been posted yet.',
  unpaid: 'No unpaid orders.',
  cancelled: 'No cancelled orders.',
}

/** The empty list: the reason, and a button that clears the filter where one is set. */
export function NoOrders({
  filter,
  isFirstPage,
  onNarrow,
}: {
  filter: OrderFilter
  isFirstPage: boolean
  onNarrow: (change: Partial<OrderFilter>) => void
}) {
  if (!isFirstPage) return <p className="border-line border-t py-6 text-lead">No more orders.</p>
  if (isUnfiltered(filter)) return <p className="border-line border-t py-6 text-lead">{nothingIn[filter.view]}</p>
  return (
    <p className="wrap-any border-line border-t py-6 text-lead">
      {filter.q ? `No orders match “${filter.q}”. ` : 'No orders match. '}
      <TextButton onClick={() => onNarrow(noFilter)}>Show all orders</TextButton>
    </p>
  )
}

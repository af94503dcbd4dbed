import { TextButton } from '#ui/text-button.tsx'
import type { OrderView } from '../api/order-views.ts'
import { isUnfiltered, noFilter, type OrderFilter } from './order-filter-url.ts'

const nothingIn: Record<OrderView, string> = {
  all: 'No orders yet.',
  to_make: 'Nothing waits to be made.',
  in_progress: 'Nothing is being made just now.',
  to_dispatch: 'Nothing is ready to post.',
  late: 'Nothing is late.',
  attention: 'No order needs your attention.',
  shipped: 'Nothing has been posted yet.',
  unpaid: 'There are no unpaid orders.',
  cancelled: 'No order has been cancelled.',
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
  if (!isFirstPage) return <p className="border-line border-t py-6 text-lead">There are no more.</p>
  if (isUnfiltered(filter)) return <p className="border-line border-t py-6 text-lead">{nothingIn[filter.view]}</p>
  return (
    <p className="wrap-any border-line border-t py-6 text-lead">
      {filter.q ? `No order here fits “${filter.q}”. ` : 'No order here fits that. '}
      <TextButton onClick={() => onNarrow(noFilter)}>Look at all orders</TextButton>
    </p>
  )
}

import { TextButton } from '#features/account/page/text-button.tsx'
import { everything, isUnfiltered, type OrderFilter, type View } from './order-filter.ts'

const nothingIn: Record<View, string> = {
  all: 'No orders yet.',
  to_make: 'Nothing waits to be made.',
  late: 'Nothing is late.',
  to_dispatch: 'Nothing waits to be posted.',
  shipped: 'Nothing has been posted yet.',
  unpaid: 'There are no unpaid orders.',
}

/** A list in which nothing stands: why, and the way out where a filter is the reason. */
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
      <TextButton onClick={() => onNarrow(everything)}>Look at all orders</TextButton>
    </p>
  )
}

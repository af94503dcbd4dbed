import { shopToday } from '#admin/shop-now.ts'
import { focusSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { useOrders } from '../order-queries.ts'
import { belongs, type OrderFilter } from './list-location.ts'

type ListNewsProps = {
  list: Pick<ReturnType<typeof useOrders>, 'page' | 'added' | 'problem' | 'isLoadingPage' | 'showAll'>
  filter: OrderFilter
}

/** How many orders are new or have moved to another view, with a button: the rows stay in place until it is pressed. */
export function ListUpdates({ list, filter }: ListNewsProps) {
  const { page, added, problem, isLoadingPage, showAll } = list
  const today = shopToday()
  const movedOn = isLoadingPage ? 0 : (page?.orders.filter((order) => !belongs(order, filter, today)).length ?? 0)
  const news = [added > 0 && addedWords(added, filter), movedOn > 0 && `${movedOn} moved to another list`].filter(
    Boolean,
  )
  async function see() {
    await showAll()
    // The button disappears.
    focusSection('orders')
  }

  return (
    <div role="status">
      {news.length > 0 && (
        <p className="flex items-center gap-x-4">
          <span>{news.join(', ')}</span>
          <TextButton onClick={see}>Show</TextButton>
        </p>
      )}
      {page && problem && (
        <p className="my-2 max-w-[38em] border-mulberry border-l-2 pl-5">
          {problem} What is shown here may be out of date; we’ll keep trying.
        </p>
      )}
    </div>
  )
}

function addedWords(added: number, { view }: OrderFilter): string {
  const kind = view === 'all' ? 'new' : 'more'
  return `${added} ${kind} ${added === 1 ? 'order' : 'orders'}`
}

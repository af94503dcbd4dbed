import type { OrderCounts } from '../api/admin-orders.contract.ts'
import { maxCounted, type OrderView, orderViews } from '../api/order-views.ts'
import type { OrderFilter } from './order-filter-url.ts'

const urgent: readonly OrderView[] = ['late', 'attention']

/** The links to the views, each with its number of orders. */
export function ViewsNav({
  view,
  counts,
  onView,
}: {
  view: OrderFilter['view']
  counts: OrderCounts | null
  onView: (view: OrderView) => void
}) {
  return (
    // On a phone the views are one line that scrolls.
    <nav aria-label="Order lists" className="relative -mx-(--gutter) overflow-x-auto px-(--gutter) lg:mx-0 lg:px-0">
      <ul className="flex flex-wrap gap-x-[clamp(1.25rem,2.6vw,2.5rem)] max-lg:w-max">
        {orderViews.map(({ id, name }) => {
          const count = counts ? countOf(counts, id) : null
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onView(id)}
                aria-current={view === id ? 'true' : undefined}
                className="group/view inline-flex min-h-11 items-center gap-x-2 text-ink-soft hover:text-mulberry aria-[current]:text-mulberry"
              >
                <span className="link bg-[length:0_1px] group-aria-[current]/view:bg-[length:100%_1px]">{name}</span>
                {count !== null && (
                  <span
                    className={`lining-nums tabular-nums ${urgent.includes(id) && count !== '0' ? 'font-medium text-mulberry' : ''}`}
                  >
                    {count}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** '12' or '999+'; null for a view without a count. */
function countOf(counts: OrderCounts, view: OrderView): string | null {
  if (view === 'all' || view === 'shipped' || view === 'cancelled') return null
  const count = counts[view === 'unpaid' ? 'unpaid_open' : view]
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count)
}

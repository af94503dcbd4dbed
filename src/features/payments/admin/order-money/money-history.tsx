import { formatShopTime } from '#ui/time/shop-time.ts'
import { MoneySection } from './money-section.tsx'
import type { OrderMoney } from './order-money-response.ts'

/** The changes of an order's money from the audit log, the newest first. */
export function MoneyHistory({ history }: { history: OrderMoney['history'] }) {
  return (
    <MoneySection id="money-history" title="History" note="From the log of changes, which can’t be edited.">
      {history.length === 0 && <p>No history yet.</p>}
      <ol className="space-y-3">
        {history.map(({ id, at, by, said }) => (
          <li key={id} className="grid gap-x-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
            <p className="wrap-any">{said}</p>
            <p className="wrap-any text-ink-soft text-small sm:text-right">
              {formatShopTime(at)}, {by}
            </p>
          </li>
        ))}
      </ol>
    </MoneySection>
  )
}

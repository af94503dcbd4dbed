import type { ResolvedResponse } from '#features/payments/reconciliation/money-response.ts'
import { Link } from '#ui/link.tsx'
import { formatShopTime } from '#ui/time/shop-time.ts'
import { CollapsibleSection } from './collapsible-section.tsx'
import { endOf, resolvedTitleOf } from './discrepancy-labels.ts'

/** The discrepancies resolved lately, with the administrator and their note. */
export function ResolvedDiscrepancies({ resolved }: { resolved: ResolvedResponse[] }) {
  if (resolved.length === 0) return null
  return (
    <CollapsibleSection id="seen-to" title="Recently resolved">
      <ul>
        {resolved.map((discrepancy) => (
          <li key={discrepancy.id} className="border-line border-b py-3 text-small">
            <p className="wrap-any text-body leading-snug">
              {resolvedTitleOf(discrepancy)}
              {discrepancy.customer_name && `, ${discrepancy.customer_name}`}
              {discrepancy.order_number && (
                <>
                  {', '}
                  <Link to={`/admin/orders/${discrepancy.order_number}/money`} className="text-mulberry">
                    <span className="link">{discrepancy.order_number}</span>
                  </Link>
                </>
              )}
            </p>
            <p className="wrap-any text-ink-soft">
              {endOf(discrepancy)}, {formatShopTime(discrepancy.resolved_at)}
            </p>
            {discrepancy.note && <p className="wrap-any mt-1 border-line border-l-2 pl-4 italic">{discrepancy.note}</p>}
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  )
}

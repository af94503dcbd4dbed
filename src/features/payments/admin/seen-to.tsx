import { Link } from '#ui/link.tsx'
import { formatShopTime } from '#ui/time/shop-time.ts'
import type { ResolvedAnswer } from '../reconciliation/money-answer.ts'
import { endOf, pastTitleOf } from './finding-words.ts'
import { Folded } from './folded.tsx'

/** What was seen to lately, by whom, and what she wrote about it. */
export function SeenTo({ resolved }: { resolved: ResolvedAnswer[] }) {
  if (resolved.length === 0) return null
  return (
    <Folded id="seen-to" title="Seen to lately">
      <ul>
        {resolved.map((finding) => (
          <li key={finding.id} className="border-line border-b py-3 text-small">
            <p className="wrap-any text-body leading-snug">
              {pastTitleOf(finding)}
              {finding.customer_name && `, ${finding.customer_name}`}
              {finding.order_number && (
                <>
                  {', '}
                  <Link to={`/admin/orders/${finding.order_number}/money`} className="text-mulberry">
                    <span className="link">{finding.order_number}</span>
                  </Link>
                </>
              )}
            </p>
            <p className="wrap-any text-ink-soft">
              {endOf(finding)}, {formatShopTime(finding.resolved_at)}
            </p>
            {finding.note && <p className="wrap-any mt-1 border-line border-l-2 pl-4 italic">{finding.note}</p>}
          </li>
        ))}
      </ul>
    </Folded>
  )
}

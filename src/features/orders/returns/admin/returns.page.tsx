import { useEffect } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { ReturnEntry } from './return-entry.tsx'
import { useReturns } from './return-queries.ts'

/** The returns of all orders: those that wait for the owner first. */
export default function ReturnsPage() {
  const { returns, problem, refetch } = useReturns(null)
  useEffect(prepareToasts, [])
  const open = returns?.filter(({ settled_at }) => settled_at === null).length ?? 0
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <h2 id="returns" tabIndex={-1} className="text-title leading-tight outline-none">
        {headingOf(returns === null ? null : open)}
      </h2>
      <div className="mt-7">
        {!returns && problem && <CouldNotLoad problem={problem} onRetry={() => void refetch()} />}
        {!returns && !problem && <LoadingSkeleton label="Loading returns" count={4} />}
        {returns?.length === 0 && (
          <p className="measure text-lead leading-[1.4]">
            Customers start a return on their order page: a withdrawal, or a fault with photographs. You get an e-mail
            about each one and see it here and on the order. A return that comes by e-mail or telephone you record in
            the order’s details.
          </p>
        )}
        {returns && returns.length > 0 && (
          <ul aria-labelledby="returns" className="border-line border-t">
            {returns.map((declared) => (
              <li
                key={declared.id}
                className="grid gap-x-10 gap-y-3 border-line border-b py-6 md:grid-cols-[13rem_minmax(0,1fr)]"
              >
                <p className="wrap-any">
                  <Link
                    to={`/admin?tab=orders&order=${encodeURIComponent(declared.order_number)}`}
                    className="link text-mulberry"
                  >
                    {declared.order_number}
                  </Link>
                  <span className="block text-ink-soft text-small">
                    <bdi>{declared.customer_name}</bdi>
                  </span>
                </p>
                <ReturnEntry declared={declared} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function headingOf(open: number | null): string {
  if (open === null) return 'Returns'
  if (open === 0) return 'No returns need your attention'
  return open === 1 ? 'One return needs your attention' : `${open} returns need your attention`
}

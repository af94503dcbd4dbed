import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link.tsx'
import { formatShopTime } from '#ui/time/shop-time.ts'
import { jobAlerts } from './jobs-queries.ts'

/** A notice on every page of the back office while no worker runs; the menu's query reads it every minute. */
export function JobsLine() {
  const { data } = useQuery(jobAlerts.query)
  const since = data?.not_running_since
  return (
    <div role="status" className="print:hidden">
      {since && (
        <p className="my-4 max-w-[44em] border-mulberry border-l-2 pl-5">
          <strong className="font-semibold">E-mails and background tasks are not running.</strong> The first one has
          been waiting since {formatShopTime(since)}. Orders are still taken and nothing is lost, but confirmations,
          refunds and payment updates wait. Please ask the person who looks after your server to start the worker;
          everything then catches up.{' '}
          <Link to="/admin/settings#letters-and-jobs" className="link">
            See what is waiting
          </Link>
        </p>
      )}
    </div>
  )
}

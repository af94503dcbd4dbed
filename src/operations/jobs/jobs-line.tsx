import { useQuery } from '@tanstack/react-query'
import { formatShopTime } from '#base/shop-time.ts'
import { Link } from '#ui/link.tsx'
import { jobAlerts } from './jobs-queries.ts'

/** A notice on every page of the back office while no worker runs; the menu's query reads it every minute. */
export function JobsLine() {
  const { data } = useQuery(jobAlerts.query)
  const since = data?.not_running_since
  return (
    <div role="status" className="col-span-full row-start-3 print:hidden">
      {since && (
        <p className="pb-1 text-small leading-tight">
          <strong className="font-semibold text-mulberry">E-mails and background tasks have not run</strong> since{' '}
          {formatShopTime(since)}.{' '}
          <Link to="/admin/settings#emails-and-jobs" className="link">
            See what is waiting
          </Link>
        </p>
      )}
    </div>
  )
}

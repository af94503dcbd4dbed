import { useSyncExternalStore } from 'react'
import { Link } from '#ui/link.tsx'
import { formatShopTime } from '#ui/time/shop-time.ts'
import { jobAlerts } from './job-alerts.ts'

/** Says on every page of the back office that jobs are not being done; nothing while they are. The menu looks each minute. */
export function JobsLine() {
  const answer = useSyncExternalStore(jobAlerts.subscribe, jobAlerts.answer, () => null)
  const since = answer?.not_running_since
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

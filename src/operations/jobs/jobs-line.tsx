import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.tsx'
import { formatShopTime } from '#base/shop-time.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { polling } from '#platform/client/query-client.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import type { JobsResponse } from './jobs.contract.ts'

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

const jobsKey = ['jobs'] as const

/** The number of failed e-mails and jobs, plus one while no worker runs. */
export const jobAlerts = alertCount('job-alerts', {
  read: () => read('job-alerts'),
  count: ({ failed_emails, dead, not_running_since }) => failed_emails + dead + (not_running_since ? 1 : 0),
})

/** The queues, failed e-mails and failed jobs, read every five seconds. After a failed poll the last data stays. */
export function useJobs() {
  return useQuery({ queryKey: jobsKey, queryFn: readJobs, ...polling(5_000) })
}

async function readJobs(): Promise<JobsResponse> {
  const jobs = await read('jobs')
  jobAlerts.tell({
    failed_emails: jobs.emails.failed,
    dead: jobs.dead.length,
    not_running_since: jobs.not_running_since,
  })
  return jobs
}

type Resolving = 'retry-email' | 'dismiss-email' | 'retry-job'
type Done = { title: string; description: string }

/**
 * Runs an action on a failed e-mail or job and shows its result. The entry disappears, so the heading gets the focus.
 */
export function useJobAction(id: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (name: Resolving) => call(name, { id }),
    onSettled: (_, error) => {
      const code = error && toRequestError(error).code
      // Another administrator or the worker was faster; the new list shows it.
      if (code === null || code === 'not_found' || code === 'conflict') focusSection('emails-and-jobs')
      return client.refetchQueries({ queryKey: jobsKey })
    },
  })

  async function run(name: Resolving, done: Done) {
    if (isPending) return
    try {
      await mutateAsync(name)
      await toast({ ...done, tone: 'success', about: 'jobs' })
    } catch (error) {
      const description = toRequestError(error).message
      await toast({ title: 'That didn’t work', description, tone: 'error', about: 'jobs' })
    }
  }

  return { isPending, run }
}

import { type ReactNode, useEffect } from 'react'
import { formatShopTime } from '#base/shop-time.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { WideTable } from '#ui/wide-table.tsx'
import { describeStatus, nameOfJob } from './job-labels.ts'
import type { DeadJob, FailedEmail, JobsResponse } from './jobs.contract.ts'
import { useJobAction, useJobs } from './jobs-line.tsx'

/** The section of the settings with background work: failed e-mails and jobs, and the queues. */
export function JobsSection() {
  const { data: jobs, error, refetch } = useJobs()
  const problem = error?.message
  useEffect(prepareToasts, [])
  return (
    <AccountSection
      id="emails-and-jobs"
      title="E-mails and background tasks"
      note="What the shop does automatically. It retries for days; anything that still fails is listed here."
    >
      {jobs ? (
        <>
          {problem && (
            <p role="status" className="mb-6 max-w-[38em] border-mulberry border-l-2 pl-5">
              {problem} What is shown here may be out of date; we’ll keep checking.
            </p>
          )}
          <Overview jobs={jobs} />
        </>
      ) : problem ? (
        <CouldNotLoad problem={`This couldn’t be loaded. ${problem}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading background tasks" count={3} />
      )}
    </AccountSection>
  )
}

function Overview({ jobs }: { jobs: JobsResponse }) {
  const { emails, failed_emails, dead, queues } = jobs
  const more = emails.failed - failed_emails.length
  return (
    <>
      <p role="status" className="font-serif text-lead leading-tight">
        {describeStatus(jobs)}
      </p>
      <Figures emails={emails} />
      {failed_emails.length > 0 && (
        <Part id="failed-emails" title="Could not be sent">
          <ul aria-labelledby="failed-emails" className="mt-3 border-line border-t">
            {failed_emails.map((email) => (
              <FailedEmailEntry key={email.id} email={email} />
            ))}
          </ul>
          {more > 0 && <p className="mt-2 text-ink-soft text-small">and {more} more, older ones</p>}
        </Part>
      )}
      {dead.length > 0 && (
        <Part id="dead-jobs" title="Failed">
          <ul aria-labelledby="dead-jobs" className="mt-3 border-line border-t">
            {dead.map((job) => (
              <DeadJobEntry key={job.id} job={job} />
            ))}
          </ul>
        </Part>
      )}
      <Part id="queues" title="Still to do">
        <div className="mt-3">
          <WideTable label="Tasks">
            <QueueTable queues={queues} />
          </WideTable>
        </div>
      </Part>
    </>
  )
}

function Figures({ emails: { sent_today, waiting, sending, failed } }: { emails: JobsResponse['emails'] }) {
  const figures: [string, number][] = [
    ['sent today', sent_today],
    ['being sent', waiting + sending],
    ['could not be sent', failed],
  ]
  return (
    <dl className="mt-6 flex flex-wrap gap-x-[clamp(0.9rem,4vw,3.5rem)] gap-y-4">
      {figures.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-ink-soft text-small">{name}</dt>
          <dd className={`price font-serif text-title leading-none ${count > 0 ? '' : 'text-ink-soft'}`}>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="mt-[clamp(2rem,3.5vw,3rem)]">
      <h3 id={id} className="text-name leading-tight">
        {title}
      </h3>
      {children}
    </div>
  )
}

const columns = [
  ['waiting', 'Waiting'],
  ['active', 'Running'],
  ['retrying', 'Trying again'],
] as const

/** The numbers of queued and running jobs by kind. */
function QueueTable({ queues }: { queues: JobsResponse['queues'] }) {
  if (queues.length === 0) return <p className="text-ink-soft">No tasks yet.</p>
  return (
    <table aria-labelledby="queues" className="w-full text-left text-small">
      <thead className="text-ink-soft">
        <tr className="border-line border-b">
          <th scope="col" className="py-1.5 pr-4 align-bottom font-medium leading-tight">
            Task
          </th>
          {columns.map(([key, name]) => (
            <th key={key} scope="col" className="w-[20%] py-1.5 pl-2 text-right align-bottom font-medium leading-tight">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.name} className="border-line border-b align-baseline">
            <th scope="row" className="wrap-any py-2 pr-4 text-body font-normal">
              {nameOfJob(queue.name)}
            </th>
            {columns.map(([key]) => (
              <td key={key} className={`price py-2 pl-2 text-right ${queue[key] === 0 ? 'text-ink-soft' : ''}`}>
                {queue[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A failed e-mail: its title, recipient and error, and the actions on it. */
function FailedEmailEntry({ email }: { email: FailedEmail }) {
  const { id, title, recipient, order_number, last_error, created_at } = email
  const { isPending, run } = useJobAction(id)
  return (
    <Entry
      title={title}
      about={
        <p className="wrap-any mt-1">
          {recipient}
          {order_number && <span className="text-ink-soft">, order {order_number}</span>}
        </p>
      }
      error={last_error || 'No reason was given.'}
      when={`Created on ${formatShopTime(created_at)}`}
    >
      <TextButton
        onClick={() => run('retry-email', { title: 'Sending again', description: recipient })}
        aria-disabled={isPending}
        aria-label={`Send again: ${title} to ${recipient}`}
      >
        Send again
      </TextButton>
      <TextButton
        onClick={() => run('dismiss-email', { title: 'Dismissed', description: `${title} to ${recipient}` })}
        aria-disabled={isPending}
        aria-label={`Dismiss: ${title} to ${recipient}`}
      >
        Dismiss
      </TextButton>
    </Entry>
  )
}

/** A job that failed permanently: its subject and error, and a button to retry it. */
function DeadJobEntry({ job }: { job: DeadJob }) {
  const { isPending, run } = useJobAction(job.id)
  const name = nameOfJob(job.job)
  return (
    <Entry
      title={name}
      about={<p className="wrap-any mt-1 text-ink-soft text-small">for {job.of}</p>}
      error={job.last_error || 'The program stopped each time it ran this.'}
      when={`Failed on ${formatShopTime(job.at)}${job.times > 1 ? `, for the ${ordinal(job.times)} time` : ''}`}
    >
      <TextButton
        onClick={() => run('retry-job', { title: 'Trying again', description: name })}
        aria-disabled={isPending}
        aria-label={`Try again: ${name} for ${job.of}`}
      >
        Try again
      </TextButton>
    </Entry>
  )
}

type EntryProps = { title: string; about: ReactNode; error: string; when: string; children: ReactNode }

function Entry({ title, about, error, when, children }: EntryProps) {
  return (
    <li className="grid gap-x-10 gap-y-1 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-serif text-name leading-tight">{title}</p>
        {about}
        <p className="wrap-any mt-1.5 max-w-[42em] border-mulberry border-l-2 pl-4 text-small">{error}</p>
        <p className="mt-1.5 text-ink-soft text-small">{when}</p>
      </div>
      <p className="flex items-start gap-x-6 md:justify-end">{children}</p>
    </li>
  )
}

const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as const
const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })

function ordinal(count: number): string {
  return `${count}${endings[rules.select(count) as keyof typeof endings]}`
}

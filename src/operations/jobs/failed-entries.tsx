import type { ReactNode } from 'react'
import { formatShopTime } from '#base/shop-time.ts'
import { TextButton } from '#ui/text-button.tsx'
import { nameOfJob } from './job-labels.ts'
import type { DeadJob, FailedEmail } from './jobs.contract.ts'
import { useJobAction } from './jobs-queries.ts'

/** A failed e-mail: its title, recipient and error, and the actions on it. */
export function FailedEmailEntry({ email }: { email: FailedEmail }) {
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
export function DeadJobEntry({ job }: { job: DeadJob }) {
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

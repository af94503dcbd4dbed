import { formatShopTime } from '#base/shop-time.ts'
import { TextButton } from '#ui/text-button.tsx'
import { nameOfJob } from './job-labels.ts'
import { useJobAction } from './jobs-queries.ts'
import type { DeadJob } from './jobs-response.ts'

/** A job that failed permanently: its subject and error, and a button to retry it. */
export function DeadJobEntry({ job }: { job: DeadJob }) {
  const { isPending, run } = useJobAction(job.id)
  const name = nameOfJob(job.job)
  return (
    <li className="grid gap-x-10 gap-y-1 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-serif text-name leading-tight">{name}</p>
        <p className="wrap-any mt-1 text-ink-soft text-small">for {job.of}</p>
        <p className="wrap-any mt-1.5 max-w-[42em] border-mulberry border-l-2 pl-4 text-small">
          {job.last_error || 'The program stopped each time it ran this.'}
        </p>
        <p className="mt-1.5 text-ink-soft text-small">
          Failed on {formatShopTime(job.at)}
          {job.times > 1 && `, for the ${ordinal(job.times)} time`}
        </p>
      </div>
      <p className="flex items-start md:justify-end">
        <TextButton
          onClick={() => run('retry-job', { title: 'Trying again', description: name })}
          aria-disabled={isPending}
          aria-label={`Try again: ${name} for ${job.of}`}
        >
          Try again
        </TextButton>
      </p>
    </li>
  )
}

const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as const
const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })

function ordinal(count: number): string {
  return `${count}${endings[rules.select(count) as keyof typeof endings]}`
}

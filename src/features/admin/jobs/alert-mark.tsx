import { useJobAlerts } from './job-alerts.ts'

/** A small number beside “Settings” while something there waits to be seen to. */
export function AlertMark() {
  const count = useJobAlerts()
  if (count === 0) return null
  return (
    <span className="price ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-mulberry px-1.5 text-[0.75rem] text-paper leading-5">
      {count}
      <span className="sr-only">{count === 1 ? ' thing to see to' : ' things to see to'}</span>
    </span>
  )
}

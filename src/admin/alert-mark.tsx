import { useQuery } from '@tanstack/react-query'
import type { AlertCount } from './alert-count.ts'

type AlertMarkProps<Response> = { alerts: AlertCount<Response>; one: string; many: string }

/** The number of an alert beside a menu link, with `one` or `many` for screen readers; nothing for 0. */
export function AlertMark<Response>({ alerts, one, many }: AlertMarkProps<Response>) {
  const { data } = useQuery(alerts.query)
  const count = data === undefined ? 0 : alerts.count(data as Response)
  if (count === 0) return null
  return (
    <span className="lining-nums tabular-nums ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-mulberry px-1.5 text-[0.75rem] text-paper leading-5">
      {count}
      <span className="sr-only">{` ${count === 1 ? one : many}`}</span>
    </span>
  )
}

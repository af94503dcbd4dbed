import { type AlertCount, useAlertCount } from './alert-count.ts'

type AlertMarkProps = { alerts: Omit<AlertCount<never>, 'tell' | 'answer'>; one: string; many: string }

/** A small number beside a link of the menu while something there waits for the owner; `one` and `many` are said with it. */
export function AlertMark({ alerts, one, many }: AlertMarkProps) {
  const count = useAlertCount(alerts)
  if (count === 0) return null
  return (
    <span className="lining-nums tabular-nums ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-mulberry px-1.5 text-[0.75rem] text-paper leading-5">
      {count}
      <span className="sr-only">{` ${count === 1 ? one : many}`}</span>
    </span>
  )
}

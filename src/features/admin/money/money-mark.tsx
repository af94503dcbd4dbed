import { useMoneyAlerts } from './money-alerts.ts'

/** A small number beside “Money” while something there waits to be seen to. */
export function MoneyMark() {
  const count = useMoneyAlerts()
  if (count === 0) return null
  return (
    <span className="price ml-1.5 inline-flex min-w-5 items-center justify-center rounded-full bg-mulberry px-1.5 text-[0.75rem] text-paper leading-5">
      {count}
      <span className="sr-only">{count === 1 ? ' thing needs you' : ' things need you'}</span>
    </span>
  )
}

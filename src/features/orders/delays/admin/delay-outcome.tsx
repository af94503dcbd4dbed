import { useEffect, useState } from 'react'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { undoMs } from '../../admin/status/use-status-changes.ts'
import { useUndoDelays } from './delay-queries.ts'

type Refused = { order_number: string; problem: string }

/** What a press did. `id`: of the announcement. */
export type Outcome = { id: string; done: { order_number: string; to: string }[]; refused: Refused[] }

/** The result of a delay of many, in words for each order that was refused, with an undo until the e-mails leave. */
export function DelayOutcome({ outcome: { done, refused } }: { outcome: Outcome }) {
  const [canUndo, setCanUndo] = useState(true)
  const undo = useUndoDelays()
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), undoMs)
    return () => clearTimeout(timer)
  }, [])
  const undone = undo.data?.results
  const left = undone?.filter(({ problem }) => problem !== null) ?? []

  return (
    <section aria-label="Result" className="max-w-[44rem] border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="font-medium text-lead leading-tight outline-none">
        {undone ? undoneLabel(undone.length - left.length) : doneLabel(done)}
      </p>
      {!undone && done.length > 0 && (
        <p className="pt-1">
          {done.length === 1 ? 'The customer gets the e-mail' : 'Each customer gets an e-mail of their own'} in a
          minute.
        </p>
      )}
      <Problems orders={undone ? left.map(toRefused) : refused} />
      {!undone && canUndo && done.length > 0 && (
        <p>
          <TextButton onClick={() => !undo.isPending && undo.mutate({ orders: done })} aria-disabled={undo.isPending}>
            {undo.isPending ? 'Undoing…' : `Undo ${done.length === 1 ? 'the delay' : `all ${done.length}`}`}
          </TextButton>
        </p>
      )}
      <p role="alert" className="text-mulberry empty:hidden">
        {undo.error && `Nothing was undone. ${toRequestError(undo.error).message}`}
      </p>
    </section>
  )
}

function Problems({ orders }: { orders: readonly Refused[] }) {
  if (orders.length === 0) return null
  return (
    <>
      <p className="pt-2">
        {orders.length === 1 ? 'One order stays as it is:' : `${orders.length} orders stay as they are:`}
      </p>
      <ul>
        {orders.map(({ order_number, problem }) => (
          <li key={order_number} className="wrap-any py-1 text-small">
            <span className="font-medium">{order_number}</span> {problem}
          </li>
        ))}
      </ul>
    </>
  )
}

function toRefused({ order_number, problem }: { order_number: string; problem: string | null }): Refused {
  return { order_number, problem: problem ?? '' }
}

function doneLabel(done: Outcome['done']): string {
  if (done.length === 0) return 'No order is delayed'
  const days = [...new Set(done.map(({ to }) => to))].sort()
  const [first = '', last = ''] = [days.at(0), days.at(-1)]
  const leaves =
    first === last
      ? `by ${formatShortWeekday(first)}`
      : `by ${formatShortWeekday(first)} to ${formatShortWeekday(last)}`
  return `${done.length === 1 ? 'One order is' : `${done.length} orders are`} delayed: now ${leaves}`
}

function undoneLabel(count: number): string {
  if (count === 0) return 'Nothing could be undone'
  return `Undone: ${count === 1 ? 'one order has its old date' : `${count} orders have their old dates`}, and no e-mail leaves`
}

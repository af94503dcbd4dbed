import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { alertCount } from '#admin/alert-count.tsx'
import { counted } from '#base/counts.ts'
import { lateAlerts } from '#features/orders/admin/order-queries.ts'
import { returnAlerts } from '#features/orders/returns/admin/return-queries.ts'
import { moneyAlerts } from '#features/payments/admin/money-page/money-queries.ts'
import { reviewAlerts } from '#features/reviews/admin/review-queries.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { jobAlerts } from '../jobs/jobs-line.tsx'
import { type Cure, describeProblem, type ProblemLine } from './problem-labels.ts'
import type { ProblemsResponse } from './problems.contract.ts'

/** The owner's problems: one line with their number, which opens the list of them, each with its cure. */
export function ProblemsInbox() {
  const { data, error } = useQuery(problemAlerts.query)
  const [open, setOpen] = useState(false)
  useEffect(prepareToasts, [])
  const count = data?.count ?? 0
  return (
    <section aria-labelledby="problems" className="contents print:hidden">
      <h2
        id="problems"
        tabIndex={-1}
        className="col-start-2 row-start-1 ml-auto flex font-sans text-label outline-none lg:mx-0"
      >
        {count > 0 ? (
          <button
            type="button"
            onClick={() => setOpen(!open)}
            aria-expanded={open}
            className="inline-flex min-h-11 items-center gap-x-1.5 py-0.5 font-medium text-mulberry leading-tight lg:min-h-6"
          >
            <span className="link">{counted(count, 'thing needs', 'things need')} your attention</span>
            <ChevronDown
              aria-hidden="true"
              strokeWidth={1.5}
              className={`size-4 shrink-0 transition-transform duration-200 ${open ? 'rotate-180' : ''}`}
            />
          </button>
        ) : (
          <span className="block py-0.5 text-ink-soft leading-tight">{calmSummary(data, error)}</span>
        )}
      </h2>
      {data && open && count > 0 && (
        <div className="col-span-full row-start-3">
          {error && <p className="mt-2 text-ink-soft text-small">This may be out of date; we’ll keep checking.</p>}
          <ul aria-labelledby="problems" className="mt-1 border-line border-t">
            {data.problems.map((problem) => {
              const line = describeProblem(problem, data.now)
              return <ProblemEntry key={line.key} line={line} />
            })}
          </ul>
        </div>
      )}
    </section>
  )
}

function calmSummary(data: ProblemsResponse | undefined, error: Error | null): ReactNode {
  if (data) return <>All is well</>
  return error ? `Problems couldn’t be looked for. ${toRequestError(error).message}` : 'Looking for problems…'
}

function ProblemEntry({ line: { title, detail, cure } }: { line: ProblemLine }) {
  return (
    <li className="grid items-baseline gap-x-10 border-line border-b py-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 max-w-[44em]">
        <p className="wrap-any">{title}</p>
        {detail && <p className="wrap-any text-ink-soft text-small">{detail}</p>}
      </div>
      {cure && <CureLink cure={cure} />}
    </li>
  )
}

function CureLink({ cure }: { cure: Cure }) {
  if ('call' in cure) return <CureButton cure={cure} />
  const { to, label, about } = cure
  const content = <span className="link">{label}</span>
  const name = about && `${label}: ${about}`
  const className = 'inline-flex min-h-11 items-center text-mulberry md:justify-end'
  return to.startsWith('https:') ? (
    <a href={to} target="_blank" rel="noreferrer" aria-label={name} className={className}>
      {content}
    </a>
  ) : (
    <Link to={to} aria-label={name} className={className}>
      {content}
    </Link>
  )
}

function CureButton({ cure }: { cure: Extract<Cure, { call: string }> }) {
  const { isPending, run } = useCure(cure)
  return (
    <TextButton
      onClick={run}
      aria-disabled={isPending}
      aria-label={`${cure.label}: ${cure.about}`}
      className="justify-self-start md:justify-self-end"
    >
      {isPending ? 'One moment…' : cure.label}
    </TextButton>
  )
}

/** The owner's problems, read every minute, and when a screen has just learnt of a change. */
export const problemAlerts = alertCount('problems', { read: () => read('problems'), count: ({ count }) => count })

/**
 * Keeps the numbers in the menu, of the order views and of the problems equal: where one of them changes, all are read
 * again. A number that becomes known changes nothing.
 */
export function useConsistentAlerts(): void {
  const { data: problems } = useQuery(problemAlerts.query)
  const { data: jobs } = useQuery(jobAlerts.query)
  const { data: money } = useQuery(moneyAlerts.query)
  const { data: orders } = useQuery(lateAlerts.query)
  const { data: returns } = useQuery(returnAlerts.query)
  const { data: reviews } = useQuery(reviewAlerts.query)
  const counts = JSON.stringify([
    problems ? problems.problems.map(({ kind }) => kind).join() + problems.count : null,
    jobs ? jobAlerts.count(jobs) : null,
    money ? moneyAlerts.count(money) : null,
    orders ? `${orders.late} ${orders.attention}` : null,
    returns ? returnAlerts.count(returns) : null,
    reviews ? reviewAlerts.count(reviews) : null,
  ])
  const known = useRef(counts)
  useEffect(() => {
    const before: unknown[] = JSON.parse(known.current)
    const now: unknown[] = JSON.parse(counts)
    known.current = counts
    if (before.some((value, at) => value !== null && value !== now[at])) void refreshAlerts()
  }, [counts])
}

type Call = Extract<Cure, { call: string }>

/** Calls the function of a cure and shows its result. The line disappears, so the heading gets the focus. */
function useCure({ call: cure, id, about, done }: Call) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(cure, { id }),
    onSettled: async (_, error) => {
      const failure = error && toRequestError(error)
      await refreshAlerts()
      if (!failure || failure.code === 'not_found' || failure.code === 'conflict') focusSection('problems')
      void toast(
        failure
          ? { title: 'That didn’t work', description: failure.message, tone: 'error', about: 'problems' }
          : { title: done, description: about, tone: 'success', about: 'problems' },
      )
    },
  })
  return { isPending, run: () => !isPending && mutate() }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { counted } from '#ui/counts.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { ProblemsResponse } from './problem.ts'
import { type Cure, describeProblem, type ProblemLine } from './problem-labels.ts'
import { problemAlerts, useCure } from './problem-queries.ts'

/** The owner's problems, each with its cure; one calm sentence without any. */
export function ProblemsInbox() {
  const { data, error } = useQuery(problemAlerts.query)
  useEffect(prepareToasts, [])
  const isCalm = !data || data.count === 0
  return (
    <section aria-labelledby="problems" className="print:hidden">
      <h2
        id="problems"
        tabIndex={-1}
        className={
          isCalm
            ? 'my-3 font-sans text-ink-soft text-small outline-none'
            : 'mt-[clamp(1.25rem,2.4vw,2rem)] text-mulberry text-title leading-tight outline-none'
        }
      >
        {summaryOf(data, error)}
      </h2>
      {data && error && <p className="mt-2 text-ink-soft text-small">This may be out of date; we’ll keep checking.</p>}
      {!isCalm && (
        <ul aria-labelledby="problems" className="mt-4 border-line border-t">
          {data.problems.map((problem) => {
            const line = describeProblem(problem, data.now)
            return <ProblemEntry key={line.key} line={line} />
          })}
        </ul>
      )}
    </section>
  )
}

function summaryOf(data: ProblemsResponse | undefined, error: Error | null): string {
  if (!data)
    return error ? `Problems couldn’t be looked for. ${toRequestError(error).message}` : 'Looking for problems…'
  if (data.count === 0) return 'All is well: nothing needs your attention.'
  return `${counted(data.count, 'thing needs', 'things need')} your attention`
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

import { verdictOf } from '../figures.ts'
import type { VitalsFigure } from '../vitals-response.ts'
import { lineOf } from './spark-line.ts'
import { figureWords, valueWords, verdictLook } from './vitals-labels.ts'

const size = { width: 108, height: 22 }

/** One figure: its 75th percentile, its rating, and its values by day. */
export function VitalsFigureCell({ measured }: { measured: VitalsFigure }) {
  const { figure, p75 } = measured
  const { name, short } = figureWords[figure]
  const verdict = verdictOf(figure, p75)
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-small">
        {name} <span className="whitespace-nowrap">({short})</span>
      </dt>
      <dd className="mt-1">
        <span className="price font-serif text-lead leading-none">{valueWords(figure, p75)}</span>{' '}
        <span className={`text-small ${verdictLook[verdict]}`}>{verdict}</span>
        <DailyLine measured={measured} />
      </dd>
    </div>
  )
}

function DailyLine({ measured: { figure, daily } }: { measured: VitalsFigure }) {
  const known = daily.filter((value) => value !== null)
  if (known.length === 0) return null
  const words =
    known.length === 1
      ? `One day of ${daily.length}: ${valueWords(figure, known[0] ?? 0)}`
      : `${known.length} days of ${daily.length}: from ${valueWords(figure, Math.min(...known))} to ${valueWords(figure, Math.max(...known))}, last ${valueWords(figure, known.at(-1) ?? 0)}`
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`-2 -2 ${size.width + 4} ${size.height + 4}`}
      className="mt-2 h-6.5 w-28 max-w-full fill-none stroke-[1.5] stroke-mulberry"
    >
      <path d={`M0 ${size.height}H${size.width}`} className="stroke-line stroke-1" />
      {lineOf(daily, size).map((path) => (
        <path key={path} d={path} strokeLinecap="round" strokeLinejoin="round" />
      ))}
    </svg>
  )
}

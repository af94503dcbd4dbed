import { useHydrated } from '#ui/use-hydrated.ts'
import { WideTable } from '#ui/wide-table.tsx'
import type { Measures } from '../measures.ts'
import { feetAndInches } from '../sizes/size-chart.ts'
import { head, legs } from './draw-body.ts'
import { drawGarment } from './draw-garment.ts'
import { type Body, bodyOf, hemAbove, hemEntry, tableHeel, tableHeights } from './hem.ts'
import type { Stroke } from './paths.ts'

const looks: Record<Stroke['as'], string> = {
  cloth: 'fill-white stroke-ink stroke-[1.4]',
  line: 'stroke-ink stroke-1',
  fold: 'stroke-edge stroke-[0.9]',
  skin: 'fill-paper-deep stroke-edge stroke-1',
  ghost: 'fill-paper stroke-edge stroke-1',
  dots: 'fill-ink stroke-none',
}

/**
 * A drawn woman of this height in the garment, on one scale for all heights: its outline, sleeves, neckline and hem are
 * where its measures put them. `heel`: of the shoes, in cm. `label`: what the drawing shows, for screen readers. The
 * server sends the floor and the heights of knee and ankle alone: the woman and her garment are 16 kB of paths.
 */
export function HemFigure({
  measures,
  height,
  heel,
  label,
  className = '',
}: {
  measures: Measures
  height: number
  heel: number
  label: string
  className?: string
}) {
  const isHydrated = useHydrated()
  const body = bodyOf(height, heel)
  const above = hemAbove(measures, body)
  const shown = Math.round(above)
  return (
    <svg
      viewBox="-50 -193 102 199"
      role="img"
      aria-label={label}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`[&_path]:[vector-effect:non-scaling-stroke] noscript:hidden ${className}`}
    >
      <g className="stroke-mulberry stroke-1">
        <path d="M-50 0H52" />
        <g className="stroke-line" strokeDasharray="1 3">
          <path d={`M-33 ${-body.knee}H52M-33 ${-body.ankle}H52`} />
        </g>
        {shown > 0 && <path d={`M-44 ${-above}H38`} strokeDasharray="5 4" />}
        {shown > 0 && <path d={`M-41 0V${-above}`} />}
      </g>
      {isHydrated && <Woman measures={measures} body={body} />}
      <g className="fill-mulberry font-serif italic" fontSize="6.6">
        <text x="52" y={-body.knee - 1.6} textAnchor="end">
          knee
        </text>
        <text x="52" y={-body.ankle - 1.6} textAnchor="end">
          ankle
        </text>
      </g>
    </svg>
  )
}

function Woman({ measures, body }: { measures: Measures; body: Body }) {
  const { face, hair, knot, neck, strands } = head(body)
  return (
    <g className="transition-opacity duration-500 starting:opacity-0">
      <g className={looks.skin}>
        <path d={knot} className="fill-line" />
        <path d={neck} />
        <path d={face} />
        <path d={hair} className="fill-line" />
        <path d={strands.join('')} className="fill-none" />
        {legs(body).map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      {drawGarment(measures, body).map(({ d, as }) => (
        <path key={d} d={d} className={looks[as]} />
      ))}
    </g>
  )
}

/** Where a garment's hem falls at each height, in flat shoes and in heels. */
export function HemTable({ measures, name, isHemmed }: { measures: Measures; name: string; isHemmed: boolean }) {
  return (
    <WideTable label={`Where the hem of the ${name} falls, by height`}>
      <table className="w-full border-collapse text-left text-small tabular-nums leading-snug [&_:is(td,th)]:py-2 [&_:is(td,th)]:font-normal [&_:is(td,th):not(:last-child)]:pr-3 [&_tbody_tr]:border-line [&_tbody_tr]:border-b [&_tbody_tr]:align-baseline [&_tbody_span]:text-ink-soft">
        <caption className="sr-only">Where the hem of the {name} falls, by height</caption>
        <thead>
          <tr className="label border-mulberry border-b text-mulberry">
            {['Your height', 'In flats', `In ${tableHeel} cm heels`].map((column) => (
              <th key={column} scope="col" className="align-bottom font-medium!">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableHeights.map((height) => (
            <tr key={height}>
              <th scope="row">
                {`${height}\u00a0cm`} <span>{feetAndInches(height)}</span>
              </th>
              <td>{hemEntry(measures, height, 0, isHemmed)}</td>
              <td>{hemEntry(measures, height, tableHeel, isHemmed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

import { WideTable } from '#ui/wide-table.tsx'
import type { Measures } from '../measures.ts'
import { feetAndInches } from '../sizes/size-chart.ts'
import { head, legs } from './draw-body.ts'
import { drawGarment } from './draw-garment.ts'
import { bodyOf, hemAbove, hemEntry, tableHeel, tableHeights } from './hem.ts'
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
 * where its measures put them. `heel`: of the shoes, in cm. `label`: what the drawing shows, for screen readers.
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
  const body = bodyOf(height, heel)
  const { face, hair, knot, neck, strands } = head(body)
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
      className={`[&_path]:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <g className="stroke-mulberry stroke-1">
        <path d="M-50 0H52" />
        <g className="stroke-line" strokeDasharray="1 3">
          <path d={`M-33 ${-body.knee}H52M-33 ${-body.ankle}H52`} />
        </g>
        {shown > 0 && <path d={`M-44 ${-above}H38`} strokeDasharray="5 4" />}
        {shown > 0 && <path d={`M-41 0V${-above}`} />}
      </g>
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

/** Where a garment's hem falls at each height, in flat shoes and in heels. */
export function HemTable({ measures, name, isHemmed }: { measures: Measures; name: string; isHemmed: boolean }) {
  return (
    <WideTable label={`Where the hem of the ${name} falls, by height`}>
      <table className="w-full border-collapse text-left text-small leading-snug">
        <caption className="sr-only">Where the hem of the {name} falls, by height</caption>
        <thead>
          <tr className="label border-mulberry border-b text-mulberry">
            {['Your height', 'In flats', `In ${tableHeel} cm heels`].map((column) => (
              <th key={column} scope="col" className="py-2 pr-3 align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableHeights.map((height) => (
            <tr key={height} className="border-line border-b align-baseline tabular-nums">
              <th scope="row" className="py-2 pr-3 font-normal">
                {`${height}\u00a0cm`} <span className="text-ink-soft">{feetAndInches(height)}</span>
              </th>
              <td className="py-2 pr-3">{hemEntry(measures, height, 0, isHemmed)}</td>
              <td className="py-2">{hemEntry(measures, height, tableHeel, isHemmed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

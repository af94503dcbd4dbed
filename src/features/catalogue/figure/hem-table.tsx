import { WideTable } from '#ui/wide-table.tsx'
import type { Measures } from '../measures.ts'
import { feetAndInches } from '../sizes/size-chart.ts'
import { heelChoice, hemEntry, tableHeights } from './hem.ts'

/** Where a garment's hem falls at each height, in flat shoes and in heels. */
export function HemTable({ measures, name }: { measures: Measures; name: string }) {
  return (
    <WideTable label={`Where the hem of the ${name} falls, by height`}>
      <table className="w-full border-collapse text-left text-small leading-snug">
        <caption className="sr-only">Where the hem of the {name} falls, by height</caption>
        <thead>
          <tr className="label border-mulberry border-b text-mulberry">
            {['Your height', 'In flats', `In ${heelChoice} cm heels`].map((column) => (
              <th key={column} scope="col" className="py-2 pr-3 align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableHeights.map((height) => (
            <tr key={height} className="border-line border-b align-baseline tabular-nums">
              <th scope="row" className="py-2 pr-3 font-normal whitespace-nowrap">
                {height} cm <span className="text-ink-soft">{feetAndInches(height)}</span>
              </th>
              <td className="py-2 pr-3">{hemEntry(measures, height, 0)}</td>
              <td className="py-2">{hemEntry(measures, height, heelChoice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

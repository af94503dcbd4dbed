import { printedSize } from '#features/catalogue/sizes/size.ts'
import { centimetres, inches, type SizeRow } from '#features/catalogue/sizes/size-chart.ts'
import { BothUnits } from './both-units.tsx'

const columns = ['Bust', 'Waist', 'Hips'] as const

/** Body measurements by size, in centimetres and inches; readable by row and column. */
export function SizeTable({ rows }: { rows: readonly SizeRow[] }) {
  return (
    <table className="w-full border-collapse text-left max-[26rem]:text-[0.9375rem]">
      <caption className="sr-only">Body measurements by size, in centimetres and inches</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2.5 pr-3 font-medium">
            Size
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-1 py-2.5 font-medium sm:px-3">
              {column}
            </th>
          ))}
          <th scope="col" className="hidden px-3 py-2.5 font-medium md:table-cell print:table-cell">
            EU
          </th>
          <th scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell print:table-cell">
            US
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ size, bust, waist, hips, eu, us }) => (
          <tr key={size} className="border-line border-b align-baseline">
            <th
              scope="row"
              className="whitespace-nowrap py-3.5 pr-2 font-normal font-serif sm:pr-3 print:py-1 text-name leading-none"
            >
              {printedSize(size)}
              <span className="mt-1.5 block font-sans text-ink-soft text-small leading-tight md:hidden print:hidden">
                EU {eu}
                <br />
                US {us}
              </span>
            </th>
            {[bust, waist, hips].map((span, index) => (
              <td key={columns[index]} className="px-1 py-3.5 tabular-nums leading-tight sm:px-3 print:py-1">
                <BothUnits cm={centimetres(span)} inches={inches(span)} />
              </td>
            ))}
            <td className="hidden px-3 py-3.5 md:table-cell print:table-cell print:py-1">{eu}</td>
            <td className="hidden py-3.5 pl-3 md:table-cell print:table-cell print:py-1">{us}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

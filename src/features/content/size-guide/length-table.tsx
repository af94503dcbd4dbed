import { fullLengths } from '#features/catalogue/sizes/hem.ts'
import { centimetres, feetAndInches, halfInches, lengthChart } from '#features/catalogue/sizes/size-chart.ts'
import { BothUnits } from './both-units.tsx'

const columns = ['From the nape', 'From the shoulder', 'Skirts, from the waist'] as const

/** The full length that reaches the ankle, by height and by the start of the measurement. */
export function LengthTable() {
  return (
    <table className="w-full border-collapse text-left max-[26rem]:text-[0.9375rem]">
      <caption className="sr-only">Full length by height, in flat shoes</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2.5 pr-2 align-bottom font-medium leading-snug sm:pr-3">
            Your height
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-1 py-2.5 align-bottom font-medium leading-snug sm:px-3">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lengthChart.map(({ height, length }) => (
          <tr key={length} className="border-line border-b align-baseline tabular-nums">
            <th scope="row" className="py-3 pr-2 font-normal sm:pr-3 print:py-1">
              <BothUnits cm={centimetres(height)} inches={`${feetAndInches(height[0])}–${feetAndInches(height[1])}`} />
            </th>
            {[fullLengths(height).nape, length, fullLengths(height).waist].map((cm, index) => (
              <td key={columns[index]} className="px-1 py-3 sm:px-3 print:py-1">
                <BothUnits cm={`${cm} cm`} inches={`${halfInches(cm)} in`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

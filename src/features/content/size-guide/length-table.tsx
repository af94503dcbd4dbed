import { centimetres, feetAndInches, halfInches, lengthChart } from '#features/catalogue/sizes/size-chart.ts'
import { BothUnits } from './both-units.tsx'

/** Which full length falls to the ankle, by height. */
export function LengthTable() {
  return (
    <table className="w-full max-w-xl border-collapse text-left">
      <caption className="sr-only">Full length by height, in flat shoes</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2.5 pr-3 font-medium">
            Your height
          </th>
          <th scope="col" className="px-3 py-2.5 font-medium">
            Full length
          </th>
        </tr>
      </thead>
      <tbody>
        {lengthChart.map(({ height, length }) => (
          <tr key={length} className="border-line border-b align-baseline tabular-nums">
            <th scope="row" className="py-3 pr-3 font-normal print:py-1">
              <BothUnits cm={centimetres(height)} inches={`${feetAndInches(height[0])}–${feetAndInches(height[1])}`} />
            </th>
            <td className="px-3 py-3 print:py-1">
              <BothUnits cm={`${length} cm`} inches={`${halfInches(length)} in`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

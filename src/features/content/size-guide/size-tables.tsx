import type { ReactNode } from 'react'
import { halfInches } from '#base/inches.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { storedUnit } from '#features/cart/sizes/stored-size.ts'
import { fullLengths } from '#features/catalogue/sizes/hem.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { centimetres, feetAndInches, inches, lengthChart, listSizes } from '#features/catalogue/sizes/size-chart.ts'
import type { Span } from '#shop-sizes'
import { chosenIn, useEarlyChoice } from '#ui/early-choice.ts'
import './size-tables.css'

/** Body measurements by size, in centimetres and inches; readable by row and column. */
export function SizeTable() {
  const rows = listSizes()
  const has = { eu: rows.some(({ eu }) => eu), us: rows.some(({ us }) => us) }
  return (
    <Table
      caption="Body measurements by size, in centimetres and inches"
      head={
        <>
          <Head className="py-2.5 pr-3">{rows.every(({ name }) => /^\d/.test(name)) ? 'UK' : 'Size'}</Head>
          {['Bust', 'Waist', 'Hips'].map((column) => (
            <Head key={column} className="px-1 py-2.5 sm:px-3">
              {column}
            </Head>
          ))}
          {has.eu && <Head className="hidden px-3 py-2.5 md:table-cell print:table-cell">EU</Head>}
          {has.us && <Head className="hidden py-2.5 pl-3 md:table-cell print:table-cell">US</Head>}
        </>
      }
    >
      {rows.map(({ size, bust, waist, hips, eu, us }) => (
        <tr key={size} className="border-line border-b align-baseline">
          <th
            scope="row"
            className="whitespace-nowrap py-3.5 pr-2 font-normal font-serif sm:pr-3 print:py-1 text-name leading-none"
          >
            {printedSize(size)}
            {(eu || us) && (
              <span className="mt-1.5 block font-sans text-ink-soft text-small leading-tight md:hidden print:hidden">
                {eu && <>EU {eu}</>}
                {eu && us && <br />}
                {us && <>US {us}</>}
              </span>
            )}
          </th>
          {Object.entries({ Bust: bust, Waist: waist, Hips: hips }).map(([part, span]) => (
            <td key={part} data-part={part} className="px-1 py-3.5 tabular-nums leading-tight sm:px-3 print:py-1">
              <BothUnits cm={centimetres(span)} inches={inches(span)} />
            </td>
          ))}
          {has.eu && <td className="hidden px-3 py-3.5 md:table-cell print:table-cell print:py-1">{eu}</td>}
          {has.us && <td className="hidden py-3.5 pl-3 md:table-cell print:table-cell print:py-1">{us}</td>}
        </tr>
      ))}
    </Table>
  )
}

/** The full length that reaches the ankle, by height and by the start of the measurement. */
export function LengthTable() {
  return (
    <Table
      caption="Full length by height, in flat shoes"
      head={
        <>
          <Head className="py-2.5 pr-2 align-bottom leading-snug sm:pr-3">Your height</Head>
          {Object.values(starts).map((column) => (
            <Head key={column} className="px-1 py-2.5 align-bottom leading-snug sm:px-3">
              {column}
            </Head>
          ))}
        </>
      }
    >
      {lengthChart.map(({ height, length }) => (
        <tr key={length} className="border-line border-b align-baseline tabular-nums">
          <th scope="row" className="py-3 pr-2 font-normal sm:pr-3 print:py-1">
            <BothUnits cm={centimetres(height)} inches={`${feetAndInches(height[0])}–${feetAndInches(height[1])}`} />
          </th>
          {Object.entries(startsOf(height, length)).map(([start, cm]) => (
            <td key={start} data-part={starts[start as Start]} className="px-1 py-3 sm:px-3 print:py-1">
              <BothUnits cm={`${cm} cm`} inches={`${halfInches(cm)} in`} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

const starts = { nape: 'From the nape', shoulder: 'From the shoulder', waist: 'Skirts, from the waist' } as const
type Start = keyof typeof starts

/** In the order of the columns. */
function startsOf(height: Span, shoulder: number): Record<Start, number> {
  const { nape, waist } = fullLengths(height)
  return { nape, shoulder, waist }
}

function Table({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    <div className="size-table">
      <table className="w-full border-collapse text-left max-[26rem]:text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="label border-mulberry border-b text-mulberry">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Head({ className, children }: { className: string; children: string }) {
  return (
    <th scope="col" className={`${className} font-medium`}>
      {children}
    </th>
  )
}

/** One measurement in both units, the chosen one first and at full size; see `UnitSwitch`. */
function BothUnits({ cm, inches }: { cm: string; inches: string }) {
  return (
    <span className="inline-flex flex-col gap-y-1 whitespace-nowrap print:flex-row print:items-baseline print:gap-x-2">
      <span className="unit-shown-cm">{cm}</span>
      <span className="unit-shown-in text-ink-soft text-small max-[26rem]:text-[0.8125rem]">{inches}</span>
    </span>
  )
}

const units = { cm: 'Centimetres', in: 'Inches' } as const

/**
 * Chooses the page's unit, centimetres or inches. The tables contain both and show the chosen one first; the size
 * finder uses it. The tables follow it without JavaScript too; with JavaScript the choice is stored. Content that
 * follows the unit is inside `units` and has the classes of `unitLook`.
 */
export function UnitSwitch() {
  const unit = useStoredValue(storedUnit)
  const group = useEarlyChoice<HTMLFieldSetElement>((fieldset) => {
    const early = chosenIn(fieldset) === 'in' ? 'in' : 'cm'
    if (early !== unit) storedUnit.update(() => early)
  })
  return (
    <fieldset ref={group} id="units" className="flex flex-wrap gap-x-6 print:hidden">
      <legend className="sr-only">Measurements in</legend>
      {(['cm', 'in'] as const).map((each) => (
        <label key={each} className="inline-flex min-h-11 cursor-pointer items-center gap-x-2.5 text-small">
          <input
            type="radio"
            name="table-unit"
            value={each}
            checked={each === unit}
            onChange={() => storedUnit.update(() => each)}
            className={`size-4 accent-mulberry unit-${each}`}
          />
          {units[each]}
        </label>
      ))}
    </fieldset>
  )
}

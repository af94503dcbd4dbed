import { useStoredValue } from '#base/stored-value.ts'
import { storedUnit } from '#features/cart/sizes/stored-size.ts'
import { chosenIn, useEarlyChoice } from '#ui/early-choice.ts'

const units = { cm: 'Centimetres', in: 'Inches' } as const

/**
 * Chooses the page's unit, centimetres or inches. The tables contain both and show the chosen one first; the size
 * finder uses it. The tables follow it without JavaScript too; with JavaScript the choice is stored. Content that
 * follows the unit is inside `group/units` and has the classes of `unitLook`.
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

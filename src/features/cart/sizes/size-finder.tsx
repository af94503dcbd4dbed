import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { type Body, type Ease, findSize, type Part, parts } from '#features/catalogue/sizes/find-size.ts'
import { readSizeAdvice, type Unit } from '#features/catalogue/sizes/size.ts'
import { sizeChart, sizeChartInInches } from '#features/catalogue/sizes/size-chart.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { cart, forgetAdvice } from '../cart.ts'
import { Choice } from './choice.tsx'
import { followUnit, noteUnit, readAs } from './field-units.ts'
import { converted, isInOtherUnit, isOfABody, otherUnit, readMeasurement } from './measurement.ts'
import { type Answer, SizeResultText } from './size-result.tsx'
import { storedSize, storedUnit } from './stored-size.ts'

const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips' } as const
const ways = { cm: 'In centimetres, such as 96 or 96.5.', in: 'In inches, such as 38, 38½ or 38 1/2.' } as const

/**
 * Finds a size from three measurements and the preferred fit. The result is stored in this browser until it is cleared
 * or a result without a size replaces it. `offer`: the action for a size. `unitChoice`: replaces the choice of unit
 * where the page has its own.
 */
export function SizeFinder({
  offer,
  unitChoice,
}: {
  offer?: (size: string) => ReactNode
  unitChoice?: (unit: Unit) => ReactNode
}) {
  const unit = useStoredValue(storedUnit)
  const stored = useStoredValue(storedSize)
  const [wasKept] = useState(() => storedSize.get() !== null)
  // False in the server's render only: a result found or cleared later keeps the fields in place.
  const isFilled = useSyncExternalStore(
    storedSize.subscribe,
    () => wasKept,
    () => false,
  )
  const form = useRef<HTMLFormElement>(null)
  const [ease, setEase] = useState<Ease | null>(null)
  const [result, setResult] = useState<Answer | null>(null)
  const [errors, setErrors] = useState<Partial<Record<Part, string>>>({})
  const sits = ease ?? stored?.ease ?? 'close'

  function fields(): HTMLInputElement[] {
    return parts.flatMap((part) => form.current?.querySelector<HTMLInputElement>(`[name=${part}]`) ?? [])
  }

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    findIn(unit)
  }

  function findIn(unit: Unit) {
    const body = Object.fromEntries(fields().map(({ name, value }) => [name, readMeasurement(value, unit)])) as Body
    const isOther = isInOtherUnit(body, unit)
    const wrong = isOther ? [] : parts.filter((part) => !isOfABody(body[part], unit))
    const why = (part: Part) => (Number.isNaN(body[part]) ? '' : 'Please check this measurement. ') + ways[unit]
    setErrors(Object.fromEntries(wrong.map((part) => [part, why(part)])))
    setResult(isOther ? { kind: 'other unit', unit: otherUnit(unit) } : null)
    if (wrong[0]) return fields()[parts.indexOf(wrong[0])]?.focus()
    if (isOther) return
    const found = findSize(body, sits, unit === 'cm' ? sizeChart : sizeChartInInches)
    const before = storedSize.get()
    storedSize.update(() =>
      found.kind === 'size' ? readSizeAdvice({ ...body, size: found.size, ease: sits, unit }) : null,
    )
    setResult(found.kind === 'size' ? found : { ...found, instead: before?.size ?? null })
  }

  function readInOther() {
    const other = otherUnit(unit)
    for (const field of fields()) readAs(field, other)
    storedUnit.update(() => other)
    findIn(other)
    // The pressed button has disappeared, so the focus moves.
    fields()[0]?.focus()
  }

  // The unit may change here, above the tables or in another tab: the fields follow it.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? []) {
      followUnit(field, unit)
    }
  }, [unit])

  function forget() {
    storedSize.update(() => null)
    // Clears the measurements in the cart too.
    cart.update((lines) => lines.reduce(forgetAdvice, lines))
    for (const field of fields()) field.value = ''
    fields()[0]?.focus()
    setErrors({})
    setResult({ kind: 'forgotten' })
  }

  return (
    // `method="dialog"` does nothing outside a dialog: a submit before hydration stays on the page.
    <form ref={form} method="dialog" noValidate onSubmit={find} onChange={() => setResult(null)}>
      {unitChoice ? (
        unitChoice(unit)
      ) : (
        <Choice
          legend="Measured in"
          options={{ cm: 'Centimetres', in: 'Inches' }}
          chosen={unit}
          onChoose={(chosen) => storedUnit.update(() => chosen)}
        />
      )}
      <div className="mt-5 grid grid-cols-3 gap-x-4 sm:gap-x-6">
        {parts.map((part) => (
          <Field
            // Stored values arrive after the first render, and an uncontrolled field reads its default once.
            key={`${part} ${isFilled}`}
            label={labels[part]}
            name={part}
            ref={(field) => noteUnit(field, unit)}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={
              stored ? (stored.unit === unit ? String(stored[part]) : converted(String(stored[part]), unit)) : ''
            }
            error={errors[part]}
          />
        ))}
      </div>
      <div className="mt-6">
        <Choice
          legend="How should it fit?"
          options={{ close: 'Close', flowing: 'Flowing' }}
          chosen={sits}
          onChoose={setEase}
        />
      </div>
      <Button type="submit" className="mt-7">
        Find my size
      </Button>
      <div role="status" className="mt-6 empty:mt-0">
        {result && <SizeResultText answer={result} onOtherUnit={readInOther} />}
      </div>
      {result?.kind === 'size' && offer && <div className="mt-5">{offer(result.size)}</div>}
      {stored && (
        <p className="mt-4 text-ink-soft text-small">
          Saved in this browser only, to show your size beside each garment.{' '}
          <button type="button" onClick={forget} className="inline-flex min-h-6 items-center text-ink">
            <span className="link">Clear my measurements</span>
          </button>
        </p>
      )}
      <noscript>
        <p className="text-ink-soft text-small">The size finder needs JavaScript. The size table works without it.</p>
      </noscript>
    </form>
  )
}

import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Body, type Ease, type Finding, findSize, parts } from '#features/catalogue/sizes/find-size.ts'
import { readSizeAdvice, type Unit } from '#features/catalogue/sizes/size-advice.ts'
import { sizeChart, sizeChartInInches } from '#features/catalogue/sizes/size-chart.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { forgetAdvice } from '../cart.ts'
import { cart } from '../cart-store.ts'
import { useStoredValue } from '../stored-value.ts'
import { Choice } from './choice.tsx'
import { FindingWords } from './finding-words.tsx'
import { keptSize, unitKept } from './kept-size.ts'
import { converted, readMeasurement } from './measurement.ts'

const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips' } as const

/**
 * Three measurements and how it should sit: the size, and why. What was found is kept in this browser until it is
 * forgotten. `offer`: what can be done with a size, where there is something to do with it.
 */
export function SizeFinder({ offer }: { offer?: (size: string) => ReactNode }) {
  const unit = useStoredValue(unitKept)
  const kept = useStoredValue(keptSize)
  const [wasKept] = useState(() => keptSize.get() !== null)
  // False in the first render alone, which is the server's: what is found or forgotten later leaves the fields where they are.
  const isFilled = useSyncExternalStore(
    keptSize.subscribe,
    () => wasKept,
    () => false,
  )
  const form = useRef<HTMLFormElement>(null)
  const [ease, setEase] = useState<Ease | null>(null)
  const [finding, setFinding] = useState<Finding | 'forgotten' | null>(null)
  const [missing, setMissing] = useState<string[]>([])
  const sits = ease ?? kept?.ease ?? 'close'

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const body = Object.fromEntries(parts.map((part) => [part, readMeasurement(typed.get(part))])) as Body
    const unread = parts.filter((part) => Number.isNaN(body[part]))
    setMissing(unread)
    setFinding(null)
    if (unread[0]) return form.current?.querySelector<HTMLElement>(`[name=${unread[0]}]`)?.focus()
    const found = findSize(body, sits, unit === 'cm' ? sizeChart : sizeChartInInches)
    setFinding(found)
    if (found.kind === 'size') keptSize.update(() => readSizeAdvice({ ...body, size: found.size, ease: sits, unit }))
  }

  // The unit may be changed here, above the tables or in another tab: what stands in the fields follows it.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? []) {
      if (field.dataset.in !== unit) field.value = converted(field.value, unit)
      field.dataset.in = unit
    }
  }, [unit])

  function forget() {
    keptSize.update(() => null)
    // Those that wait in the cart are no less hers to take back.
    cart.update((lines) => lines.reduce(forgetAdvice, lines))
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? []) field.value = ''
    form.current?.querySelector<HTMLElement>('[name=bust]')?.focus()
    setMissing([])
    setFinding('forgotten')
  }

  return (
    // Before the page's code has come a submit must not leave the page: as a dialog's form it does nothing.
    <form ref={form} method="dialog" noValidate onSubmit={find} onChange={() => setFinding(null)}>
      <Choice
        legend="Measured in"
        options={{ cm: 'Centimetres', in: 'Inches' }}
        chosen={unit}
        onChoose={(chosen) => unitKept.update(() => chosen)}
      />
      <div className="mt-5 grid grid-cols-3 gap-x-4 sm:gap-x-6">
        {parts.map((part) => (
          <Field
            // What was kept is there after the first render only, and a field takes what it begins with once.
            key={`${part} ${isFilled}`}
            label={labels[part]}
            name={part}
            ref={(field) => noteUnit(field, unit)}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={kept ? (kept.unit === unit ? String(kept[part]) : converted(String(kept[part]), unit)) : ''}
            error={missing.includes(part) ? `A number in ${unit}, please.` : undefined}
          />
        ))}
      </div>
      <div className="mt-6">
        <Choice
          legend="How should it sit?"
          options={{ close: 'Close', flowing: 'Flowing' }}
          chosen={sits}
          onChoose={setEase}
        />
      </div>
      <Button type="submit" className="mt-7">
        Find my size
      </Button>
      <div role="status" className="mt-6 min-h-[7.5rem]">
        {finding === 'forgotten' && <p>Your measurements are forgotten.</p>}
        {finding && finding !== 'forgotten' && <FindingWords finding={finding} />}
      </div>
      {finding !== null && finding !== 'forgotten' && finding.kind === 'size' && offer?.(finding.size)}
      {kept && (
        <p className="mt-4 text-ink-soft text-small">
          Kept in this browser only, to show your size beside each garment.{' '}
          <button type="button" onClick={forget} className="inline-flex min-h-6 items-center text-ink">
            <span className="link">Forget my measurements</span>
          </button>
        </p>
      )}
      <noscript>
        <p className="text-ink-soft text-small">Finding a size needs JavaScript; the table of sizes does not.</p>
      </noscript>
    </form>
  )
}

/** A new field is filled in the unit of its first moment. */
function noteUnit(field: HTMLInputElement | null, unit: Unit): void {
  if (field) field.dataset.in ??= unit
}

import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { joinNames } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import {
  type Body,
  type Ease,
  findSize,
  type Part,
  parts,
  type SizeResult,
} from '#features/catalogue/sizes/find-size.ts'
import { printedSize, readSizeAdvice, type Unit, ukSize } from '#features/catalogue/sizes/size.ts'
import { sizeChart } from '#features/catalogue/sizes/size-chart.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { cart } from '../cart.ts'
import { forgetAdvice } from '../cart-changes.ts'
import { Choice } from './choice.tsx'
import {
  converted,
  followUnit,
  isInOtherUnit,
  isOfABody,
  noteUnit,
  otherUnit,
  readAs,
  readMeasurement,
} from './measurement.ts'
import { storedSize, storedUnit } from './stored-size.ts'

const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips' } as const
const examples = {
  cm: { bust: '96', waist: '78', hips: '104' },
  in: { bust: '38', waist: '30½', hips: '41' },
} as const

type SizeFinderProps = { offer?: (size: string) => ReactNode; unitChoice?: (unit: Unit) => ReactNode }

/**
 * Finds a size from three measurements and the preferred fit. The result is stored in this browser until it is cleared
 * or a result without a size replaces it. `offer`: the action for a size. `unitChoice`: replaces the choice of unit
 * where the page has its own.
 */
export function SizeFinder({ offer, unitChoice }: SizeFinderProps) {
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
  const sits = ease ?? stored?.ease ?? 'flowing'

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
    const why = (part: Part) => `Please enter your ${part}, for example ${examples[unit][part]}.`
    setErrors(Object.fromEntries(wrong.map((part) => [part, why(part)])))
    setResult(isOther ? { kind: 'other unit', unit: otherUnit(unit) } : null)
    if (wrong[0]) return fields()[parts.indexOf(wrong[0])]?.focus()
    if (isOther) return
    const found = findSize(body, sits, sizeChart(unit))
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
      <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-x-4 gap-y-3 sm:gap-x-6">
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

/** The size finder's result. `instead`: the stored size it replaces. */
type Answer =
  | Extract<SizeResult, { kind: 'size' }>
  | (Exclude<SizeResult, { kind: 'size' }> & { instead: string | null })
  | { kind: 'other unit'; unit: Unit }
  | { kind: 'forgotten' }

/** The size finder's result in words. */
function SizeResultText({ answer, onOtherUnit }: { answer: Answer; onOtherUnit: () => void }) {
  switch (answer.kind) {
    case 'forgotten':
      return <p>Your measurements have been cleared.</p>
    case 'other unit':
      return (
        <>
          <p className="measure">These look like {answer.unit === 'in' ? 'inches' : 'centimetres'}. Is that right?</p>
          <Button tone="line" onClick={onOtherUnit} className="mt-4">
            Yes, use {answer.unit === 'in' ? 'inches' : 'centimetres'}
          </Button>
        </>
      )
    case 'beyond':
      return (
        <NoSize instead={answer.instead}>
          Your {joinNames(answer.parts)} {isSingular(answer.parts) ? 'is' : 'are'} outside our size chart. We may still
          be able to make it: please <Write /> with your numbers.
        </NoSize>
      )
    case 'apart':
      return (
        <NoSize instead={answer.instead}>
          Your measurements run from {printedSize(answer.smallest)} to {printedSize(answer.largest)}, too wide a range
          for one size to fit well. Please <Write /> before you order.
        </NoSize>
      )
    case 'size':
      return <Size {...answer} />
  }
}

function Size({ size, edge, others, decidedBy }: Extract<Answer, { kind: 'size' }>) {
  return (
    <>
      <p className="font-serif text-display text-mulberry leading-none">{ukSize(size)}</p>
      {edge && (
        <p className="measure mt-3">
          You’re between {printedSize(edge.close)} and {printedSize(edge.flowing)}. For a close fit take{' '}
          {printedSize(edge.close)}, for one that flows {printedSize(edge.flowing)}.
        </p>
      )}
      {others && (
        <p className="measure mt-3">
          Your {decidedBy} {isSingular([decidedBy]) ? 'decides' : 'decide'} the size. The rest would fit{' '}
          {printedSize(others)}, so you’ll have a little more room there.
        </p>
      )}
      {!edge && !others && <p className="measure mt-3">Your bust, waist and hips all fit this size.</p>}
    </>
  )
}

function NoSize({ instead, children }: { instead: string | null; children: ReactNode }) {
  return (
    <>
      <p className="measure">{children}</p>
      {instead && <p className="measure mt-2 text-ink-soft">We’ve cleared {printedSize(instead)} as your size.</p>}
    </>
  )
}

function isSingular(parts: readonly Part[]): boolean {
  return parts.length === 1 && parts[0] !== 'hips'
}

function Write() {
  return (
    <a
      href={`mailto:${shop.email}?subject=Size%20advice`}
      className="underline underline-offset-[0.22em] hover:text-mulberry"
    >
      write to us
    </a>
  )
}

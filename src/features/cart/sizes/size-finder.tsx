import { type FormEvent, useState } from 'react'
import { type Body, type Ease, type Finding, findSize, parts } from '#features/catalogue/sizes/find-size.ts'
import { sizeChart, sizeChartInInches } from '#features/catalogue/sizes/size-chart.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { storedValue, useStoredValue } from '../stored-value.ts'
import { Choice } from './choice.tsx'
import { FindingWords } from './finding-words.tsx'

type Unit = 'cm' | 'in'

const unitKept = storedValue<Unit>({
  key: `${shop.shortName}-unit`,
  parse: (text) => (text === 'in' ? 'in' : 'cm'),
  print: String,
})
const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips' } as const

/** Three measurements and how it should sit: the size, and why. The unit is remembered in this browser. */
export function SizeFinder() {
  const unit = useStoredValue(unitKept)
  const [ease, setEase] = useState<Ease>('close')
  const [finding, setFinding] = useState<Finding | null>(null)
  const [missing, setMissing] = useState<string[]>([])

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = Object.fromEntries(parts.map((part) => [part, readNumber(form.get(part))])) as Body
    const unread = parts.filter((part) => Number.isNaN(body[part]))
    setMissing(unread)
    setFinding(unread.length > 0 ? null : findSize(body, ease, unit === 'cm' ? sizeChart : sizeChartInInches))
  }

  return (
    // Before the page's code has come a submit must not leave the page: as a dialog's form it does nothing.
    <form method="dialog" noValidate onSubmit={find} onChange={() => setFinding(null)}>
      <Choice
        legend="Measured in"
        options={{ cm: 'Centimetres', in: 'Inches' }}
        chosen={unit}
        onChoose={(chosen) => unitKept.update(() => chosen)}
      />
      <div className="mt-5 grid grid-cols-3 gap-x-6">
        {parts.map((part) => (
          <Field
            key={part}
            label={labels[part]}
            name={part}
            inputMode="decimal"
            autoComplete="off"
            error={missing.includes(part) ? `A number in ${unit}, please.` : undefined}
          />
        ))}
      </div>
      <div className="mt-6">
        <Choice
          legend="How should it sit?"
          options={{ close: 'Close', flowing: 'Flowing' }}
          chosen={ease}
          onChoose={setEase}
        />
      </div>
      <Button type="submit" className="mt-7">
        Find my size
      </Button>
      <div role="status" className="mt-6 min-h-[7.5rem]">
        {finding && <FindingWords finding={finding} />}
      </div>
      <noscript>
        <p className="text-ink-soft text-small">Finding a size needs JavaScript; the table above does not.</p>
      </noscript>
    </form>
  )
}

/** A typed measurement; NaN for what is none. A comma may stand for the point. */
function readNumber(typed: FormDataEntryValue | null): number {
  const text = String(typed ?? '')
    .trim()
    .replace(',', '.')
  return /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useGarmentSettings } from '#features/settings/admin/settings-queries.ts'
import type { Family } from '#shop-colours'
import { CheckField } from '#ui/choice-field.tsx'
import { Field, inputLook } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { colourFamiliesOf, type GarmentFeature, garmentFeatures, listFamilies, otherColour } from '../choices.ts'
import { cuts, type MeasuresTyped, measureFields, measureNames, measuresProblems, starts } from '../measures.ts'
import { formFields, sizeProblem } from '../product.schema.ts'
import { printedSize } from '../sizes/size.ts'
import { listSizes, sizeCalled } from '../sizes/size-chart.ts'
import { bind, type PartProps } from './open-form.ts'

// The fields that describe the garment itself: its sizes, its measures, and by what customers find it.

/** The sizes of the product: the shop's sizes as checkboxes, and a field for others. */
export function SizesField({ form: { initial, draft, errors }, change }: PartProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const errorId = useId()
  const { sizes } = draft
  const offered = inOrder([...new Set([...shopSizes(), ...initial.sizes, ...sizes])], sizes)
  const wrong = problem ?? errors.sizes

  function toggle(size: string) {
    const chosen = sizes.includes(size) ? sizes.filter((one) => one !== size) : [...sizes, size]
    change({ sizes: offered.filter((one) => chosen.includes(one)) })
  }

  function add() {
    const written = typed.replaceAll('\0', '').trim()
    if (!written) return
    const size = sizeCalled(written)
    const found = sizeProblem(size, sizes)
    setProblem(found)
    if (found) return
    change({ sizes: [...sizes, size] })
    setTyped('')
  }

  return (
    <fieldset aria-describedby={wrong ? errorId : undefined}>
      <legend className="label text-ink-soft">Sizes</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {offered.map((size) => (
          <label
            key={size}
            className="relative inline-flex min-h-11 min-w-15 max-w-full cursor-pointer items-center justify-center gap-1.5 border border-line px-3 text-ink-soft tabular-nums transition-colors hover:border-mulberry has-checked:border-mulberry has-checked:text-mulberry has-focus-visible:outline-2 has-focus-visible:outline-mulberry has-focus-visible:outline-offset-3"
          >
            <input
              type="checkbox"
              checked={sizes.includes(size)}
              onChange={() => toggle(size)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {sizes.includes(size) && <Check aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />}
            <span className="wrap-any">{printedSize(size)}</span>
          </label>
        ))}
      </div>
      <div className="mt-2 flex max-w-[20rem] items-end gap-x-5">
        <input
          aria-label="Another size"
          placeholder="Another size"
          aria-invalid={wrong ? true : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter adds the size and does not submit the form.
            event.preventDefault()
            add()
          }}
          autoComplete="off"
          className={inputLook}
        />
        <TextButton onClick={add} aria-label="Add this size">
          Add
        </TextButton>
      </div>
      <p id={errorId} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {wrong}
      </p>
    </fieldset>
  )
}

function shopSizes(): string[] {
  return listSizes().map(({ size }) => size)
}

/** The product's sizes in their order, with the shop's other sizes at their usual positions. */
function inOrder(offered: string[], sizes: readonly string[]): string[] {
  const all = shopSizes()
  const own = [...all, ...offered.filter((size) => !all.includes(size))]
  const isShopsOrder = sizes.every(
    (size, index) => index === 0 || own.indexOf(sizes[index - 1] ?? '') < own.indexOf(size),
  )
  return isShopsOrder ? own : [...sizes, ...own.filter((size) => !sizes.includes(size))]
}

const none = { id: '', name: 'None chosen' } as const

/** The measures of size 10-12: the page's drawn figure and its length come from them. */
export function MeasuresField({ form: { draft, errors }, change }: PartProps) {
  const hintId = useId()
  const { measures } = draft
  const problems = errors.measures ? measuresProblems(measures) : {}
  const set = (name: keyof MeasuresTyped, value: string) => change({ measures: { ...measures, [name]: value } })
  const choice = (name: 'cut' | 'from', label: string, choices: readonly { id: string; name: string }[]) => (
    <SelectField
      label={label}
      name={name}
      prompt={null}
      choices={[none, ...choices]}
      value={measures[name]}
      onChange={({ target }) => set(name, target.value)}
      error={problems[name]}
    />
  )
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="label text-ink-soft">Measures</legend>
      <p id={hintId} className="mt-1.5 text-ink-soft text-small">
        Size {printedSize('10-12')}, in cm. With a cut and a length, its page shows the garment on a drawn figure and
        where its hem falls at each height. The other measures make the drawing more exact.
      </p>
      <div className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {choice('cut', 'Cut', cuts)}
        {choice('from', 'Length measured from', starts)}
      </div>
      <div className="mt-5 grid grid-cols-2 gap-x-8 gap-y-5 lg:grid-cols-3">
        {measureNames.map((name) => {
          const field: { label: string; hint?: string } = measureFields[name]
          return (
            <Field
              key={name}
              label={field.label}
              name={`measures.${name}`}
              inputMode="decimal"
              value={measures[name]}
              onChange={({ target }) => set(name, target.value)}
              hint={field.hint}
              error={problems[name]}
              autoComplete="off"
              className="[&_input]:max-w-[8rem]"
            />
          )
        })}
      </div>
      <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {errors.measures && Object.keys(problems).length === 0 ? errors.measures : ''}
      </p>
    </fieldset>
  )
}

/** By what customers find the garment: its kind, its colour and its properties. */
export function SearchFields(part: PartProps) {
  const { draft } = part.form
  const { data: settings } = useGarmentSettings()
  const families = settings?.colours.value ?? listFamilies()
  return (
    <>
      <KindsField {...part} />
      <Field label="Colour" hint="For example: Forest green." {...bind(part, 'colour')} autoComplete="off" />
      <SelectField
        label="Colour family"
        name="colour_family"
        prompt={null}
        choices={[{ id: '', name: byName(draft.colour, families) }, ...families, otherColour]}
        {...bind(part, 'colourFamily')}
        hint="Used by the shop page’s filters."
      />
      <FeaturesField {...part} />
    </>
  )
}

/** The owner's kinds as checkboxes, with one that was removed while the garment has it. */
function KindsField({ form: { draft, errors }, change }: PartProps) {
  const hintId = useId()
  const { data: settings } = useGarmentSettings()
  const known = settings?.kinds.value ?? []
  const gone = draft.kinds.filter((id) => !known.some((kind) => kind.id === id))
  const all = [...known, ...gone.map((id) => ({ id, plural: id }))]
  const set = (id: string, has: boolean) => {
    const chosen = all.filter((kind) => (kind.id === id ? has : draft.kinds.includes(kind.id)))
    change({ kinds: chosen.map((kind) => kind.id) })
  }
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="label text-ink-soft">{formFields.kinds.label}</legend>
      <p id={hintId} className="mt-1.5 text-ink-soft text-small">
        The shop page lists it under each. Names and order: The shelf.
      </p>
      {all.map(({ id, plural }) => (
        <CheckField
          key={id}
          label={plural}
          name={`kind-${id}`}
          checked={draft.kinds.includes(id)}
          onChange={(has) => set(id, has)}
        />
      ))}
      <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {errors.kinds}
      </p>
    </fieldset>
  )
}

function byName(colour: string, families: readonly Family[]): string {
  const found = colourFamiliesOf(colour, null, families)
  const names = [...families, otherColour].filter(({ id }) => found.includes(id)).map(({ name }) => name)
  return names.length > 0 ? `By its name: ${names.join(', ')}` : 'By its name'
}

function FeaturesField({ form: { draft, errors }, change }: PartProps) {
  const hintId = useId()
  const set = (id: GarmentFeature, has: boolean) => {
    const chosen = garmentFeatures.filter((each) => (each.id === id ? has : draft.features.includes(each.id)))
    change({ features: chosen.map((each) => each.id) })
  }
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="label text-ink-soft">{formFields.features.label}</legend>
      <p id={hintId} className="mt-1.5 text-ink-soft text-small">
        Used by the shop page’s filters.
      </p>
      {garmentFeatures.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          name={id}
          checked={draft.features.includes(id)}
          onChange={(has) => set(id, has)}
        />
      ))}
      <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {errors.features}
      </p>
    </fieldset>
  )
}

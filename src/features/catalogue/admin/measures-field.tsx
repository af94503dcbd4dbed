import { useId } from 'react'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import {
  cuts,
  type Kind,
  kinds,
  type MeasuresTyped,
  measureFields,
  measureNames,
  measuresProblems,
  starts,
} from '../measures.ts'
import { changeDraft, type OpenForm, useProductFields } from './open-form.ts'

const none = { id: '', name: 'None chosen' } as const

/** What the garment is: the shop page filters by it. */
export function KindField({ form }: { form: OpenForm }) {
  const { draft, errors } = useProductFields(form)
  return (
    <SelectField
      label="Kind"
      name="kind"
      prompt={null}
      choices={[none, ...kinds]}
      value={draft.kind}
      onChange={({ target }) => changeDraft({ kind: target.value as Kind | '' })}
      hint="Used by the shop page’s filters."
      error={errors.kind}
    />
  )
}

/** The measures of size 10-12: the page's drawn figure and its length come from them. */
export function MeasuresField({ form }: { form: OpenForm }) {
  const { draft, errors } = useProductFields(form)
  const hintId = useId()
  const { measures } = draft
  const problems = errors.measures ? measuresProblems(measures) : {}
  const set = (name: keyof MeasuresTyped, value: string) => changeDraft({ measures: { ...measures, [name]: value } })
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
        Size 10-12, in cm. With a cut and a length, its page shows the garment on a drawn figure and where its hem falls
        at each height. The other measures make the drawing more exact.
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

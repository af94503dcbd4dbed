import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import type { FieldName } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { FabricField } from './fabric-field.tsx'
import { changeDraft, type OpenForm } from './open-form.ts'
import { PreorderLimitField } from './preorder-limit-field.tsx'

const fields = [
  'fabric',
  'care',
  'modestyNotes',
  'colour',
  'length',
  'modelLine',
  'productionDays',
  'preorderLimit',
] as const satisfies FieldName[]

/** What a shopper likes to know and a new garment can do without. Folded, until something in it is wrong. */
export function MoreDetails({ form }: { form: OpenForm }) {
  const { draft, errors } = form
  const [open, setOpen] = useState(false)
  const isWrong = fields.some((field) => errors[field])
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])

  return (
    <details
      open={open || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/more border-line border-y"
    >
      <summary className="flex min-h-14 items-center justify-between gap-4 hover:text-mulberry">
        <span>
          <span className="font-serif text-[1.3125rem]">More details</span>{' '}
          <span className="block text-ink-soft text-small sm:ml-2 sm:inline">{filledIn(draft)}</span>
        </span>
        <Plus
          aria-hidden="true"
          strokeWidth={1.25}
          className="size-5 shrink-0 transition-transform duration-200 group-open/more:rotate-45"
        />
      </summary>
      <div className="grid gap-x-8 gap-y-6 pt-2 pb-7 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FabricField form={form} />
        </div>
        <Lines form={form} label="Care" name="care" hint="How to wash, dry and iron it." />
        <Lines
          form={form}
          label="Modesty notes"
          name="modestyNotes"
          hint="Neckline, sleeves, hem, lining: what covers what."
        />
        <Line form={form} label="Colour" name="colour" hint="Such as: Forest green." />
        <Line
          form={form}
          label="Length"
          name="length"
          hint="Such as 143 cm from the nape to the hem; skirts from the waist. So written, its page also says where the hem ends by height."
        />
        <div className="sm:col-span-2">
          <Line
            form={form}
            label="Model line"
            name="modelLine"
            hint="Such as: Shown on a form of 170 cm, in size 10-12."
          />
        </div>
        <Field
          label="Production days"
          name="production_days"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
          value={draft.productionDays}
          onChange={({ target }) => changeDraft({ productionDays: target.value })}
          hint="Working days it takes to make; empty: as long as the shop's others."
          error={errors.productionDays}
          className="[&_input]:max-w-[12rem]"
        />
        <PreorderLimitField form={form} />
      </div>
    </details>
  )
}

type TextName = 'care' | 'modestyNotes' | 'colour' | 'length' | 'modelLine'
type TextProps = { form: OpenForm; label: string; name: TextName; hint: string }

function Line({ form, label, name, hint }: TextProps) {
  return (
    <Field
      label={label}
      hint={hint}
      value={form.draft[name]}
      onChange={({ target }) => changeDraft({ [name]: target.value })}
      error={form.errors[name]}
      autoComplete="off"
    />
  )
}

function Lines({ form, label, name, hint }: TextProps) {
  return (
    <FieldFrame label={label} hint={hint} error={form.errors[name]}>
      {(bound) => (
        <textarea
          {...bound}
          rows={2}
          value={form.draft[name]}
          onChange={({ target }) => changeDraft({ [name]: target.value })}
          className={`field-sizing-content mt-1 max-h-[16lh] min-h-[2lh] resize-y leading-[1.55] ${inputLook}`}
        />
      )}
    </FieldFrame>
  )
}

function filledIn(draft: Draft): string {
  const words: Record<(typeof fields)[number], string> = {
    fabric: 'fabric',
    care: 'care',
    modestyNotes: 'modesty',
    colour: 'colour',
    length: 'length',
    modelLine: 'model',
    productionDays: 'production days',
    preorderLimit: 'limit',
  }
  const missing = fields.filter((field) => {
    const value = draft[field]
    return typeof value === 'string' ? !value.trim() : value.kind === 'parts' ? value.parts.length === 0 : !value.text
  })
  if (missing.length === fields.length) return Object.values(words).join(', ')
  const filled = fields.length - missing.length
  return `${filled} of ${fields.length} filled in`
}

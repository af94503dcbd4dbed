import { Plus, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useState } from 'react'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { late } from '#ui/late.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { ClothFields } from '../cloth/cloth-fields.tsx'
import type { SaveCustoms } from '../customs/admin/customs-section.tsx'
import { type Fabric, type FabricPart, fabricText, formatParts, readFabric, sumOfParts } from '../field-kinds.ts'
import { measuresText } from '../measures.ts'
import { detailFields } from '../product.schema.ts'
import { MeasuresField, SearchFields } from './garment-fields.tsx'
import { bind, type PartProps } from './open-form.ts'
import type { Draft } from './product-draft.ts'

type DetailName = keyof typeof detailFields
const detailNames = Object.keys(detailFields) as DetailName[]

/** Loaded when the details open. */
const CustomsSection = late(() => import('../customs/admin/customs-section.tsx').then((file) => file.CustomsSection))

type MoreDetailsProps = PartProps & { onSaveCustoms: RefObject<SaveCustoms | null> }

/** The optional details of a garment. Collapsed, unless one of them has an error or the form was opened for what they lack. */
export function MoreDetails({ onSaveCustoms, ...part }: MoreDetailsProps) {
  const { row, draft, errors } = part.form
  const [open, setOpen] = useState(part.form.wantsCustoms ?? false)
  // What was opened stays: it may hold what is typed.
  const [wasOpen, setWasOpen] = useState(open)
  const isWrong = detailNames.some((field) => errors[field])
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])

  return (
    <details
      open={open || isWrong}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setWasOpen(true)
      }}
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
          <FabricField {...part} />
        </div>
        <Lines {...part} name="care" hint="How to wash, dry and iron it." />
        <Lines {...part} name="modestyNotes" hint="Neckline, sleeves, hem and lining: how much each covers." />
        <SearchFields {...part} />
        <div className="sm:col-span-2">
          <MeasuresField {...part} />
        </div>
        <Line
          {...part}
          name="length"
          hint="In words, such as mid-calf, if it has no measures. With measures, its page shows the measured length instead."
        />
        <div className="sm:col-span-2">
          <Line {...part} name="modelLine" hint="For example: Shown in size 10-12 on a 170 cm dress form." />
        </div>
        <Field
          label="Production days"
          name="production_days"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
          {...bind(part, 'productionDays')}
          hint="Working days to make it. Leave blank for the shop’s usual time."
          className="[&_input]:max-w-[12rem]"
        />
        <Field
          label="Counts as … pieces"
          name="work_hundredths"
          type="number"
          inputMode="decimal"
          min={0.05}
          max={20}
          step={0.05}
          {...bind(part, 'workHundredths')}
          hint="Of the pieces you make in a week: 0.5 for half the work of a dress, 2 for twice. Leave blank for one."
          className="[&_input]:max-w-[12rem]"
        />
        {part.form.row && (
          <div className="sm:col-span-2">
            <ClothFields productId={part.form.row.id} sizes={draft.sizes} />
          </div>
        )}
      </div>
      {wasOpen && row && (
        <CustomsSection
          key={row.id}
          productId={row.id}
          sizes={draft.sizes}
          name={draft.name}
          kind={draft.kinds[0] ?? null}
          fabric={fabricText(draft.fabric)}
          isWanted={part.form.wantsCustoms ?? false}
          onSave={onSaveCustoms}
        />
      )}
      {wasOpen && !row && (
        <p className="border-line border-t py-5 text-ink-soft text-small">
          Save the garment first; its weight and what customs need can be added then.
        </p>
      )}
    </details>
  )
}

/** The details that are plain text. */
type TextName = { [Name in DetailName]: Draft[Name] extends string ? Name : never }[DetailName]
type TextProps = PartProps & { name: TextName; hint: string }

function Line({ name, hint, ...part }: TextProps) {
  return <Field label={detailFields[name].label} hint={hint} {...bind(part, name)} autoComplete="off" />
}

function Lines({ name, hint, ...part }: TextProps) {
  const { value, error, onChange } = bind(part, name)
  return (
    <FieldFrame label={detailFields[name].label} hint={hint} error={error}>
      {(bound) => (
        <textarea
          {...bound}
          rows={2}
          value={value}
          onChange={onChange}
          className={`field-sizing-content mt-1 max-h-[16lh] min-h-[2lh] resize-y leading-[1.55] ${inputLook}`}
        />
      )}
    </FieldFrame>
  )
}

/** '3 of 8 filled in'; the names of the details if all are empty. */
function filledIn(draft: Draft): string {
  const filled = detailNames.filter((name) => {
    const value = draft[name]
    if (typeof value === 'string') return value.trim()
    if (Array.isArray(value)) return value.length > 0
    if ('cut' in value) return measuresText(value)
    return value.kind === 'parts' ? value.parts.length > 0 : value.text
  })
  if (filled.length === 0) return detailNames.map((name) => detailFields[name].summary).join(', ')
  return `${filled.length} of ${detailNames.length} filled in`
}

const materials = ['linen', 'cotton', 'viscose', 'polyester', 'elastane', 'wool', 'silk', 'lyocell', 'modal', 'ramie']
const nothing: FabricPart = { material: '', percent: '' }

/** The fabric: rows of material and percentage, or free text. */
function FabricField({ form: { draft, errors }, change }: PartProps) {
  const { fabric } = draft
  const write = (fabric: Fabric) => change({ fabric })
  if (fabric.kind === 'words') {
    const asParts = readFabric(fabric.text.trim() || null)
    return (
      <div>
        <FieldFrame label="Fabric" error={errors.fabric}>
          {(bound) => (
            <textarea
              {...bound}
              rows={2}
              value={fabric.text}
              onChange={({ target }) => write({ kind: 'words', text: target.value })}
              className={`field-sizing-content mt-1 min-h-[2lh] resize-y leading-[1.55] ${inputLook}`}
            />
          )}
        </FieldFrame>
        {asParts.kind === 'parts' && <TextButton onClick={() => write(asParts)}>Enter percentages</TextButton>}
      </div>
    )
  }
  return <Shares parts={fabric.parts} error={errors.fabric} onChange={write} />
}

type SharesProps = { parts: FabricPart[]; error: string | undefined; onChange: (fabric: Fabric) => void }

function Shares({ parts, error, onChange }: SharesProps) {
  const listId = useId()
  const errorId = useId()
  const rows = parts.length > 0 ? parts : [nothing]
  const bound = { 'aria-describedby': error ? errorId : undefined, 'aria-invalid': error ? true : undefined } as const

  function write(next: FabricPart[]) {
    onChange({ kind: 'parts', parts: next })
  }
  function change(at: number, change: Partial<FabricPart>) {
    write(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  }

  return (
    <fieldset>
      <legend className="label text-ink-soft">Fabric</legend>
      <datalist id={listId}>
        {materials.map((material) => (
          <option key={material} value={material} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity except its position
        <div key={index} className="flex items-end gap-x-4">
          <input
            {...bound}
            aria-label={`Material ${index + 1}`}
            placeholder="For example: linen"
            list={listId}
            value={row.material}
            onChange={({ target }) => change(index, { material: target.value })}
            autoComplete="off"
            autoCapitalize="none"
            className={inputLook}
          />
          <span className="flex shrink-0 items-baseline gap-x-1">
            <input
              {...bound}
              aria-label={`Percentage of material ${index + 1}`}
              inputMode="decimal"
              value={row.percent}
              onChange={({ target }) => change(index, { percent: target.value.replace(',', '.') })}
              autoComplete="off"
              className={`!w-16 text-right ${inputLook}`}
            />
            %
          </span>
          <IconButton
            label={`Remove material ${index + 1}`}
            tip="Remove"
            onClick={() => write(rows.filter((_, at) => at !== index))}
            className="-mr-3"
          >
            <X aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-6">
        <TextButton onClick={() => write([...rows, nothing])}>Add a material</TextButton>
        <TextButton onClick={() => onChange({ kind: 'words', text: formatParts(parts) })}>In your own words</TextButton>
        {fabricText({ kind: 'parts', parts }) && (
          <span className="ml-auto text-ink-soft text-small tabular-nums">{sumOfParts(parts)}% of 100%</span>
        )}
      </div>
      <p id={errorId} role="alert" className="text-mulberry text-small empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

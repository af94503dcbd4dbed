import { X } from 'lucide-react'
import { useId } from 'react'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type FabricPart, fabricText, formatParts, readFabric, sumOfParts } from '../fabric.ts'
import { changeDraft, type OpenForm, useProductFields } from './open-form.ts'

const materials = ['linen', 'cotton', 'viscose', 'polyester', 'elastane', 'wool', 'silk', 'lyocell', 'modal', 'ramie']
const nothing: FabricPart = { material: '', percent: '' }

/** The fabric: rows of material and percentage, or free text. */
export function FabricField({ form }: { form: OpenForm }) {
  const { draft, errors } = useProductFields(form)
  const { fabric } = draft
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
              onChange={({ target }) => changeDraft({ fabric: { kind: 'words', text: target.value } })}
              className={`field-sizing-content mt-1 min-h-[2lh] resize-y leading-[1.55] ${inputLook}`}
            />
          )}
        </FieldFrame>
        {asParts.kind === 'parts' && (
          <TextButton onClick={() => changeDraft({ fabric: asParts })}>Write it in per cent</TextButton>
        )}
      </div>
    )
  }
  return <Shares parts={fabric.parts} error={errors.fabric} />
}

function Shares({ parts, error }: { parts: FabricPart[]; error: string | undefined }) {
  const listId = useId()
  const errorId = useId()
  const rows = parts.length > 0 ? parts : [nothing]
  const bound = { 'aria-describedby': error ? errorId : undefined, 'aria-invalid': error ? true : undefined } as const

  function write(next: FabricPart[]) {
    changeDraft({ fabric: { kind: 'parts', parts: next } })
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
            placeholder="Such as linen"
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
              aria-label={`Per cent of material ${index + 1}`}
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
        <TextButton onClick={() => changeDraft({ fabric: { kind: 'words', text: formatParts(parts) } })}>
          In your own words
        </TextButton>
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

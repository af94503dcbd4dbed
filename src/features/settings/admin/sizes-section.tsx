import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SizeRow, Span } from '#shop-sizes'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { formatSpan, maxSizeName, maxSizes, measuredParts, readSpan, SizesSchema, type Unit } from '../sizes.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import type { SectionProps } from './settings-queries.ts'

/** A size as it is edited: a measurement is text while it is typed, and then centimetres. */
type TypedSize = Pick<SizeRow, 'size' | 'name' | 'eu' | 'us'> & Record<(typeof measuredParts)[number], Span | string>

const noSize: TypedSize = { size: '', name: '', eu: '', us: '', bust: '', waist: '', hips: '' }
const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips', eu: 'EU', us: 'US' } as const
const units = { cm: 'Centimetres', in: 'Inches' } as const

/** The shop's sizes and their chart. */
export function SizesSection({ settings, save }: SectionProps) {
  const [unit, setUnit] = useState<Unit>('cm')
  const list = useRef<HTMLOListElement>(null)
  const held: TypedSize[] = settings.sizes.value
  const read = (rows: readonly TypedSize[]) => rows.map((row) => measuredIn(row, unit))
  const form = useSettingForm<TypedSize[]>(held, (rows) => save('sizes', read(rows)), {
    name: 'sizes',
    version: settings.sizes.version,
  })
  const rows = form.value
  const issues = form.problem === null ? [] : (SizesSchema.safeParse(read(rows)).error?.issues ?? [])
  const problemOf = (at: number, field: string) =>
    issues.find(({ path }) => path[0] === at && path[1] === field)?.message
  // What the server alone refuses, and what is about all of them.
  const general = issues.some(({ path }) => path.length > 1) ? null : form.problem

  function change(at: number, changed: Partial<TypedSize>) {
    form.type(rows.map((row, place) => (place === at ? { ...row, ...changed } : row)))
  }

  function add() {
    form.type([...rows, noSize])
    // The new one is rendered first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  function remove(at: number) {
    form.type(rows.filter((_, place) => place !== at))
    requestAnimationFrame(() => list.current?.focus())
  }

  return (
    <AccountSection
      id="sizes"
      title="Sizes"
      note="Body measurements of each size, smallest first. Garments’ pages, the size guide and its finder, filters, the cut list and shopping channels follow. A renamed size stays the same size: garments, carts and orders keep it."
    >
      <SettingForm form={form} label="Sizes" describe={(sizes) => describe(sizes, unit)} noValidate>
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="label text-ink-soft">Measured in</legend>
          {(['cm', 'in'] as const).map((each) => (
            <label key={each} className="inline-flex min-h-11 cursor-pointer items-center gap-x-2.5">
              <input
                type="radio"
                name="sizes-unit"
                checked={each === unit}
                onChange={() => setUnit(each)}
                className="size-4 accent-mulberry"
              />
              {units[each]}
            </label>
          ))}
        </fieldset>
        <ol ref={list} tabIndex={-1} aria-label="Sizes, smallest first" className="border-line border-t outline-none">
          {rows.map((row, at) => (
            // Rows are only added at the end; what is typed changes the names.
            // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed is no key
            <li key={at} className="border-line border-b py-4">
              <SizeFields
                row={row}
                unit={unit}
                problemOf={(field) => problemOf(at, field)}
                onChange={(changed) => change(at, changed)}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
        {rows.length < maxSizes && (
          <p>
            <TextButton onClick={add}>Add a size</TextButton>
          </p>
        )}
        <p role="alert" className="text-mulberry empty:hidden">
          {general}
        </p>
      </SettingForm>
    </AccountSection>
  )
}

type SizeFieldsProps = {
  row: TypedSize
  unit: Unit
  problemOf: (field: string) => string | undefined
  onChange: (changed: Partial<TypedSize>) => void
  onRemove: () => void
}

function SizeFields({ row, unit, problemOf, onChange, onRemove }: SizeFieldsProps) {
  const called = row.name.trim() || 'the new size'
  const named = (label: string) => (
    <>
      {label}
      <span className="sr-only"> of {called}</span>
    </>
  )
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-3 sm:grid-cols-[1.2fr_1fr_1fr_1fr_0.8fr_0.8fr_auto]">
      <Field
        label={named('Size')}
        name="size-name"
        value={row.name}
        maxLength={maxSizeName}
        onChange={({ target }) => onChange({ name: target.value })}
        error={problemOf('name')}
        autoComplete="off"
        className="col-span-4 sm:col-auto"
      />
      <div className="col-span-2 justify-self-end sm:order-last sm:col-auto sm:pt-5">
        <IconButton label={`Remove ${called}`} tip="Remove" onClick={onRemove} className="-mr-3">
          <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
        </IconButton>
      </div>
      {measuredParts.map((part) => {
        const value = row[part]
        return (
          <Field
            key={part}
            label={named(labels[part])}
            name={`size-${part}`}
            value={typeof value === 'string' ? value : formatSpan(value, unit)}
            onChange={({ target }) => onChange({ [part]: target.value })}
            // The text is of this unit; the other one shows it converted.
            onBlur={() => typeof value === 'string' && onChange(measuredIn(row, unit))}
            error={problemOf(part)}
            placeholder={unit === 'cm' ? '83-88' : '32½-34½'}
            autoComplete="off"
            className="col-span-2 sm:col-auto"
          />
        )
      })}
      {(['eu', 'us'] as const).map((country) => (
        <Field
          key={country}
          label={named(labels[country])}
          name={`size-${country}`}
          value={row[country]}
          maxLength={maxSizeName}
          onChange={({ target }) => onChange({ [country]: target.value })}
          error={problemOf(country)}
          autoComplete="off"
          className="col-span-3 sm:col-auto"
        />
      ))}
    </div>
  )
}

function measuredIn(row: TypedSize, unit: Unit): TypedSize {
  const read = (value: Span | string) => (typeof value === 'string' ? (readSpan(value, unit) ?? value) : value)
  return { ...row, bust: read(row.bust), waist: read(row.waist), hips: read(row.hips) }
}

function describe(rows: readonly TypedSize[], unit: Unit): string {
  const shown = (value: Span | string) => (typeof value === 'string' ? value : formatSpan(value, unit))
  return rows
    .map((row) => `${row.name}: ${measuredParts.map((part) => `${part} ${shown(row[part])}`).join(', ')} ${unit}`)
    .join('\n')
}

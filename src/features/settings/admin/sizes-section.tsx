import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SizeRow, Span } from '#shop-sizes'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { formatSpan, maxSizeName, maxSizes, measuredParts, readSpan, SizesSchema, type Unit } from '../sizes.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import { type RowTools, SettingRows } from './setting-rows.tsx'
import type { SectionProps } from './settings-queries.ts'

/** A size as it is edited: a measurement is text while it is typed, and then centimetres. */
type TypedSize = Pick<SizeRow, 'size' | 'name' | 'eu' | 'us'> & Record<(typeof measuredParts)[number], Span | string>

const noSize: TypedSize = { size: '', name: '', eu: '', us: '', bust: '', waist: '', hips: '' }
const labels = { bust: 'Bust', waist: 'Waist', hips: 'Hips', eu: 'EU', us: 'US' } as const
const units = { cm: 'Centimetres', in: 'Inches' } as const

/** The shop's sizes and their chart. */
export function SizesSection({ settings, save }: SectionProps) {
  const [unit, setUnit] = useState<Unit>('cm')
  const held: TypedSize[] = settings.sizes.value
  const read = (rows: readonly TypedSize[]) => rows.map((row) => measuredIn(row, unit))
  const form = useSettingForm<TypedSize[]>(held, (rows) => save('sizes', read(rows)), {
    name: 'sizes',
    version: settings.sizes.version,
  })

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
        <SettingRows
          form={form}
          check={(rows) => SizesSchema.safeParse(read(rows))}
          label="Sizes, smallest first"
          noun="size"
          blank={noSize}
          most={maxSizes}
          className="grid grid-cols-6 gap-x-4 gap-y-3 py-4 sm:grid-cols-[1.2fr_1fr_1fr_1fr_0.8fr_0.8fr_auto]"
        >
          {(size, row) => <SizeFields size={size} unit={unit} {...row} />}
        </SettingRows>
      </SettingForm>
    </AccountSection>
  )
}

type SizeFieldsProps = RowTools<TypedSize> & { size: TypedSize; unit: Unit }

function SizeFields({ size, unit, called, problemOf, change, remove }: SizeFieldsProps) {
  const named = (label: string) => (
    <>
      {label}
      <span className="sr-only"> of {called}</span>
    </>
  )
  return (
    <>
      <Field
        label={named('Size')}
        name="size-name"
        value={size.name}
        maxLength={maxSizeName}
        onChange={({ target }) => change({ name: target.value })}
        error={problemOf('name')}
        autoComplete="off"
        className="col-span-4 sm:col-auto"
      />
      <div className="col-span-2 justify-self-end sm:order-last sm:col-auto sm:pt-5">
        <IconButton label={`Remove ${called}`} tip="Remove" onClick={remove} className="-mr-3">
          <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
        </IconButton>
      </div>
      {measuredParts.map((part) => {
        const value = size[part]
        return (
          <Field
            key={part}
            label={named(labels[part])}
            name={`size-${part}`}
            value={typeof value === 'string' ? value : formatSpan(value, unit)}
            onChange={({ target }) => change({ [part]: target.value })}
            // The text is of this unit; the other one shows it converted.
            onBlur={() => typeof value === 'string' && change(measuredIn(size, unit))}
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
          value={size[country]}
          maxLength={maxSizeName}
          onChange={({ target }) => change({ [country]: target.value })}
          error={problemOf(country)}
          autoComplete="off"
          className="col-span-3 sm:col-auto"
        />
      ))}
    </>
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

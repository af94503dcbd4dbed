import type { UseFormReturn } from 'react-hook-form'
import { countryName } from '#base/names.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { sortCountries } from '#features/settings/delivery.ts'
import { shop } from '#shop'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { OrderLine } from '../../admin/order.ts'
import type { LineChoices } from './edit-queries.ts'
import type { EditValues } from './edit-values.ts'

type EditFieldsProps = {
  form: UseFormReturn<EditValues>
  lines: OrderLine[]
  /** Until they are read, a line has its present size alone. */
  choices: LineChoices
}

/** The fields of an order's details: garments, customer, address, notes. */
export function EditFields({ form, lines, choices: { sizes, hemmed } }: EditFieldsProps) {
  const { register, formState, getValues } = form
  const { errors } = formState
  const text = (name: keyof EditValues, label: string) => ({
    label,
    error: errors[name]?.message,
    autoComplete: 'off',
    ...register(name),
  })
  return (
    <>
      <fieldset className="grid gap-y-4">
        <legend className="sr-only">Garments</legend>
        {lines
          .filter(({ quantity, cancelled_quantity }) => quantity > cancelled_quantity)
          .map(({ position, name, size, height_cm }) => (
            <div key={position} className="grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(0,1fr)_9rem_11rem] sm:items-end">
              <p className="wrap-any font-medium sm:pb-3">{name}</p>
              <SelectField
                label="Size"
                aria-label={`Size of ${name}`}
                choices={[...new Set([size, ...(sizes.get(position) ?? [])])].map((each) => ({
                  id: each,
                  name: printedSize(each),
                }))}
                prompt={null}
                error={errors[`size_${position}`]?.message}
                {...register(`size_${position}`)}
              />
              {/* One that was given before the garment had no hem can be taken out. */}
              {(hemmed?.includes(position) || height_cm !== null) && (
                <Field
                  {...text(`height_${position}`, 'Height')}
                  aria-label={`Height for ${name}`}
                  placeholder="168 cm"
                  maxLength={20}
                />
              )}
            </div>
          ))}
      </fieldset>
      <fieldset className="grid gap-x-12 gap-y-5 md:grid-cols-2">
        <legend className="sr-only">Customer and address</legend>
        <Field {...text('customer_name', 'Name')} {...limitCharacters(200)} />
        <Field {...text('customer_email', 'E-mail')} type="email" maxLength={254} />
        <Field {...text('customer_phone', 'Phone')} type="tel" maxLength={50} />
        <LongText {...text('shipping_address', 'Street and house number')} {...limitCharacters(300)} />
        <Field {...text('shipping_city', 'Town or city')} maxLength={100} />
        <Field {...text('shipping_postcode', 'Postcode')} maxLength={20} />
        <SelectField
          {...text('shipping_country', 'Country')}
          choices={countries(getValues('shipping_country'))}
          prompt="Please choose"
          hint="What was charged for delivery stays as it is."
        />
      </fieldset>
      <fieldset className="grid gap-x-12 gap-y-5 md:grid-cols-2">
        <legend className="sr-only">Notes</legend>
        <LongText
          {...text('gift_note', 'Gift note')}
          {...limitCharacters(maxGiftNote)}
          hint="Printed on the packing slip."
        />
        <LongText
          {...text('notes', 'For the parcel')}
          {...limitCharacters(5_000)}
          hint="Printed on the packing slip and the cut list."
        />
      </fieldset>
    </>
  )
}

type LongTextProps = ReturnType<UseFormReturn<EditValues>['register']> & {
  label: string
  hint?: string
  error?: string | undefined
  onInput: ReturnType<typeof limitCharacters>['onInput']
  autoComplete: string
}

function LongText({ label, hint, error, ...field }: LongTextProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(bound) => (
        <textarea
          dir="auto"
          {...bound}
          {...field}
          rows={2}
          className={`field-sizing-content mt-1 resize-y ${inputLook}`}
        />
      )}
    </FieldFrame>
  )
}

function countries(present: string): { id: string; name: string }[] {
  const all = shop.zones.flatMap((zone) => zone.countries)
  const known = present && !all.includes(present) ? [present, ...all] : all
  return sortCountries(known, shop.zones[0]?.countries[0] ?? '').map((code) => ({ id: code, name: countryName(code) }))
}

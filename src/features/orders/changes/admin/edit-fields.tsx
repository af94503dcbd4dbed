import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { countryName } from '#base/names.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { heelChoices } from '#features/catalogue/sizes/height-labels.ts'
import { heelName, printedSize } from '#features/catalogue/sizes/size.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import { sortCountries } from '#features/settings/delivery.ts'
import { read } from '#platform/client/functions.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import { shop } from '#shop'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { OrderDetails } from '../../admin/order.ts'
import { addressFields } from '../order-change.ts'

/** The fields of an order's details: garments, customer, address, notes. */
export function EditFields({ form, details }: { form: UseFormReturn<EditValues>; details: OrderDetails }) {
  const { lines, order } = details
  // What may be chosen for each line, by its position. Until it is read, a line has its present size alone.
  const { data: choices } = useQuery({
    queryKey: ['order-sizes', order.order_number],
    queryFn: () => read('order-sizes', { order_number: order.order_number }),
  })
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
          .map(({ position, name, size, height_cm, heel_cm }) => (
            <div key={position} className="grid gap-x-8 gap-y-3 sm:grid-cols-4 sm:items-end">
              <p className="wrap-any font-medium sm:pb-3">{name}</p>
              <SelectField
                label="Size"
                aria-label={`Size of ${name}`}
                choices={[
                  ...new Set([size, ...(choices?.sizes.find((of) => of.position === position)?.sizes ?? [])]),
                ].map((each) => ({
                  id: each,
                  name: printedSize(each),
                }))}
                prompt={null}
                error={errors[`size_${position}`]?.message}
                {...register(`size_${position}`)}
              />
              {/* One that was given before the garment had no hem can be taken out. */}
              {(choices?.hemmed.includes(position) || height_cm !== null) && (
                <Field
                  {...text(`height_${position}`, 'Height')}
                  aria-label={`Height for ${name}`}
                  placeholder="168 cm"
                  maxLength={20}
                />
              )}
              {(choices?.hemmed.includes(position) || heel_cm !== null) && (
                <SelectField
                  label="Shoes"
                  aria-label={`Shoes for ${name}`}
                  choices={heelChoices(heel_cm)}
                  prompt={null}
                  {...register(`heel_${position}`)}
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
  return sortCountries(known, shop.country).map((code) => ({ id: code, name: countryName(code) }))
}

/** The fields of the form that edits an order, all as text. Of a line, by its position. */
export type EditValues = Record<(typeof textFields)[number] | `${'size' | 'height' | 'heel'}_${number}`, string>

const textFields = [
  'customer_name',
  'customer_email',
  'customer_phone',
  ...addressFields,
  'gift_note',
  'notes',
] as const

export function valuesOf({ order, lines }: OrderDetails): EditValues {
  return Object.fromEntries([
    ...textFields.map((field) => [field, order[field] ?? '']),
    ...lines.flatMap(({ position, size, height_cm, heel_cm }) => [
      [`size_${position}`, size],
      [`height_${position}`, height_cm ? `${height_cm} cm` : ''],
      [`heel_${position}`, String(heel_cm ?? 0)],
    ]),
  ]) as EditValues
}

type EditBody = Omit<BodyOf<'edit-order'>, 'order_number' | 'version'>

/** The body of POST edit-order: what differs from `base`. `wrong`: the field of a height that cannot be read. */
export function bodyOf(
  { lines }: OrderDetails,
  { base, typed }: { base: EditValues; typed: EditValues },
): { body: EditBody } | { wrong: keyof EditValues } {
  const isChanged = (field: keyof EditValues) => typed[field] !== base[field]
  const wanted: NonNullable<EditBody['lines']> = []
  for (const { position } of lines) {
    const [size, height, heel] = [`size_${position}`, `height_${position}`, `heel_${position}`] as const
    if (![size, height, heel].some(isChanged)) continue
    const text = (typed[height] ?? '').trim()
    const heightCm = text === '' ? null : parseHeight(text)
    if (isChanged(height) && text !== '' && heightCm === null) return { wrong: height }
    wanted.push({
      position,
      ...(isChanged(size) && { size: typed[size] }),
      ...(isChanged(height) && { height: heightCm }),
      ...(isChanged(heel) && { heel: Number(typed[heel]) }),
    })
  }
  return {
    body: {
      ...(isChanged('customer_name') && { customer_name: typed.customer_name }),
      ...(isChanged('customer_email') && { customer_email: typed.customer_email }),
      ...(isChanged('customer_phone') && { customer_phone: typed.customer_phone }),
      ...(isChanged('gift_note') && { gift_note: typed.gift_note }),
      ...(isChanged('notes') && { notes: typed.notes }),
      ...(addressFields.some(isChanged) && {
        address: {
          shipping_address: typed.shipping_address,
          shipping_city: typed.shipping_city,
          shipping_postcode: typed.shipping_postcode,
          shipping_country: typed.shipping_country,
        },
      }),
      lines: wanted,
    },
  }
}

const labels: Record<(typeof textFields)[number], string> = {
  customer_name: 'Name',
  customer_email: 'E-mail',
  customer_phone: 'Phone',
  shipping_address: 'Street',
  shipping_city: 'Town or city',
  shipping_postcode: 'Postcode',
  shipping_country: 'Country',
  gift_note: 'Gift note',
  notes: 'For the parcel',
}

/** The fields as the notice about a conflict names them. */
export function conflictFields({ lines }: OrderDetails): { label: string; words: (values: EditValues) => string }[] {
  return [
    ...textFields.map((field) => ({
      label: labels[field],
      words: (values: EditValues) =>
        field === 'shipping_country' && values[field] ? countryName(values[field]) : values[field],
    })),
    ...lines.flatMap(({ position, name }) => [
      { label: `Size, ${name}`, words: (values: EditValues) => printedSize(values[`size_${position}`] ?? '') },
      { label: `Height, ${name}`, words: (values: EditValues) => values[`height_${position}`] ?? '' },
      { label: `Shoes, ${name}`, words: (values: EditValues) => heelName(Number(values[`heel_${position}`])) },
    ]),
  ]
}

/** The form's field for a field of the request: 'lines.0.size' is `size_0`. */
export function formField(path: string): string {
  return path.replace(/^address\./, '').replace(/^lines\.(\d+)\.(\w+)$/, '$2_$1')
}

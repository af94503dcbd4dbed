import { countryName } from '#base/names.ts'
import { heightBounds, printedSize } from '#features/catalogue/sizes/size.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import type { OrderDetails } from '../../admin/order.ts'
import { addressFields } from '../order-change.ts'

/** The fields of the form that edits an order, all as text. `sizes` and `heights` by the line's position. */
export type EditValues = Record<(typeof textFields)[number] | `size_${number}` | `height_${number}`, string>

export const textFields = [
  'customer_name',
  'customer_email',
  'customer_phone',
  ...addressFields,
  'gift_note',
  'notes',
] as const

/** The values of an order. */
export function valuesOf({ order, lines }: OrderDetails): EditValues {
  return Object.fromEntries([
    ...textFields.map((field) => [field, order[field] ?? '']),
    ...lines.flatMap(({ position, size, height_cm }) => [
      [`size_${position}`, size],
      [`height_${position}`, height_cm ? `${height_cm} cm` : ''],
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
    const [size, height] = [`size_${position}`, `height_${position}`] as const
    if (!isChanged(size) && !isChanged(height)) continue
    const text = (typed[height] ?? '').trim()
    const heightCm = text === '' ? null : parseHeight(text)
    if (isChanged(height) && text !== '' && heightCm === null) return { wrong: height }
    wanted.push({
      position,
      ...(isChanged(size) && { size: typed[size] }),
      ...(isChanged(height) && { height: heightCm }),
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

export const wrongHeight = `Please enter a height from ${heightBounds.join(' to ')} cm, such as 168 or 5 ft 6.`

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
    ]),
  ]
}

/** The form's field for a field of the request: 'lines.0.size' is `size_0`. */
export function formField(path: string): string {
  return path.replace(/^address\./, '').replace(/^lines\.(\d+)\.(\w+)$/, '$2_$1')
}

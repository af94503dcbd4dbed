import { countryName } from '#base/names.ts'
import { heightBounds, printedSize } from '#features/catalogue/sizes/size.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
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

/** The body of POST edit-order: what differs from `base`. `wrong`: the field of a height that cannot be read. */
export function bodyOf(
  { lines }: OrderDetails,
  { base, typed }: { base: EditValues; typed: EditValues },
): { body: Record<string, unknown> } | { wrong: string } {
  const isChanged = (field: keyof EditValues) => typed[field] !== base[field]
  const isMoved = addressFields.some(isChanged)
  const wanted = lines.flatMap(({ position }) => {
    const [size, height] = [`size_${position}`, `height_${position}`] as const
    const heightText = typed[height] ?? ''
    if (!isChanged(size) && !isChanged(height)) return []
    const heightCm = heightText.trim() === '' ? null : (parseHeight(heightText) ?? undefined)
    return [{ position, ...(isChanged(size) && { size: typed[size] }), ...(isChanged(height) && { height: heightCm }) }]
  })
  const wrong = wanted.find((line) => 'height' in line && line.height === undefined)
  if (wrong) return { wrong: `height_${wrong.position}` }
  return {
    body: {
      ...Object.fromEntries(
        textFields.flatMap((field) =>
          isChanged(field) && !addressFields.some((each) => each === field) ? [[field, typed[field]]] : [],
        ),
      ),
      ...(isMoved && { address: Object.fromEntries(addressFields.map((field) => [field, typed[field]])) }),
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

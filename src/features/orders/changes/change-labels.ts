import { formatFullDay } from '#base/calendar-day.ts'
import { countryName } from '#base/names.ts'
import { heelName, printedSize } from '#features/catalogue/sizes/size.ts'
import { listServices } from '#features/settings/delivery.ts'
import { addressFields, type Change, type OrderField } from './order-change.ts'

/** A change as text. `before` and `after`: null where there is no value. */
export type ChangeLabel = {
  /** 'Size of Mary Dress'. */
  what: string
  /** The line it is about; null: the order. */
  garment: string | null
  /** 'Size changed'. */
  title: string
  before: string | null
  after: string | null
  /** Whether it is for the owner alone. */
  isInternal: boolean
}

const names: Record<OrderField, string> = {
  customer_name: 'Name',
  customer_email: 'E-mail address',
  customer_phone: 'Phone number',
  shipping_address: 'Address',
  shipping_city: 'Town',
  shipping_postcode: 'Postcode',
  shipping_country: 'Country',
  gift_note: 'Gift note',
  notes: 'Note for the parcel',
}

/** Changes as text, in their order; the parts of an address are one. */
export function labelChanges(changes: readonly Change[]): ChangeLabel[] {
  const address = changes.filter(isOfAddress)
  return changes.flatMap((change): ChangeLabel[] => {
    if (isOfAddress(change)) return change === address[0] ? [labelAddress(address)] : []
    if (change.field === 'account') return []
    if (change.field === 'service') {
      const [before, after] = [serviceName(change.before), serviceName(change.after)]
      return [{ what: 'Delivery', garment: null, title: 'Delivery changed', before, after, isInternal: false }]
    }
    if (change.field === 'dispatch_by') {
      const [before, after] = [formatFullDay(change.before), formatFullDay(change.after)]
      return [
        { what: 'Dispatched by', garment: null, title: 'Dispatch date changed', before, after, isInternal: false },
      ]
    }
    if (!('position' in change)) {
      const what = names[change.field]
      const { before, after } = change
      return [{ what, garment: null, title: `${what} changed`, before, after, isInternal: change.field === 'notes' }]
    }
    return [labelLine(change)]
  })
}

/** An edit as an entry of the owner's history. */
export function editLabel({ changes, undoOf }: { changes: readonly Change[]; undoOf?: string | undefined }): {
  title: string
  detail: string | null
} {
  const labels = labelChanges(changes)
  const titles = [...new Set(labels.map(({ title }) => title))].join(', ')
  const detail = labels.map((label) => sentence(label, labels.length > 1)).join(' ')
  return { title: undoOf === undefined ? titles : `Undone: ${titles.toLowerCase()}`, detail: detail || null }
}

function sentence({ what, garment, before, after }: ChangeLabel, isOneOfMany: boolean): string {
  const about = isOneOfMany ? what : garment
  const values =
    before === null
      ? `now ‘${after}’`
      : after === null
        ? `was ‘${before}’, now empty`
        : `from ‘${before}’ to ‘${after}’`
  return about ? `${about}: ${values}.` : `${values.charAt(0).toUpperCase()}${values.slice(1)}.`
}

function labelLine(change: Extract<Change, { position: number }>): ChangeLabel {
  const { garment } = change
  const line = { garment, isInternal: false }
  if (change.field === 'size') {
    const [before, after] = [printedSize(change.before), printedSize(change.after)]
    return { ...line, what: `Size of ${garment}`, title: 'Size changed', before, after }
  }
  if (change.field === 'height') {
    const [before, after] = [centimetres(change.before), centimetres(change.after)]
    return { ...line, what: `Height for ${garment}`, title: 'Height changed', before, after }
  }
  if (change.field === 'heel') {
    const [before, after] = [heelName(change.before ?? 0), heelName(change.after ?? 0)]
    return { ...line, what: `Shoes for ${garment}`, title: 'Shoes changed', before, after }
  }
  const pieces = change.after - change.before
  const count = Math.abs(pieces) === 1 ? 'One piece' : `${Math.abs(pieces)} pieces`
  return pieces > 0
    ? { ...line, what: garment, title: 'Garment cancelled', before: null, after: `${count} cancelled` }
    : { ...line, what: garment, title: 'Garment restored', before: null, after: `${count} made after all` }
}

function isOfAddress(change: Change): boolean {
  return addressFields.some((field) => field === change.field)
}

function labelAddress(parts: readonly Change[]): ChangeLabel {
  const join = (when: 'before' | 'after') =>
    addressFields
      .map((field) => {
        const value = parts.find((part) => part.field === field)?.[when]
        if (typeof value !== 'string') return null
        return field === 'shipping_country' ? countryName(value) : value.replaceAll('\n', ', ')
      })
      .filter(Boolean)
      .join(', ') || null
  const [before, after] = [join('before'), join('after')]
  return { what: 'Address', garment: null, title: 'Address changed', before, after, isInternal: false }
}

function centimetres(height: number | null): string | null {
  return height === null ? null : `${height} cm`
}

function serviceName(id: string | null): string {
  return listServices().find((service) => service.id === id)?.label ?? 'To be arranged'
}

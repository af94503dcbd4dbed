import type { ComponentProps } from 'react'
import { carriers } from '#shop-carriers'
import { SelectField } from '#ui/select-field.tsx'

const choices = carriers.map(({ name }) => ({ id: name, name }))

/** The carrier preselected for a new parcel. */
export const defaultCarrier = carriers[0]?.name ?? 'Royal Mail'

type CarrierFieldProps = Omit<ComponentProps<'select'>, 'children' | 'className'> & {
  /** The order's carrier so far. */
  present?: string | null
}

/** Chooses the carrier: the shop's carriers, and the present one where it is not among them. */
export function CarrierField({ present = null, ...select }: CarrierFieldProps) {
  const isKnown = present === null || choices.some(({ id }) => id === present)
  return (
    <SelectField
      label="Carrier"
      choices={isKnown ? choices : [...choices, { id: present, name: present }]}
      {...select}
    />
  )
}

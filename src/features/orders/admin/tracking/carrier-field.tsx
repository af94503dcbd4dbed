import { shop } from '#shop'
import { SelectField } from '#ui/select-field.tsx'

const others = shop.carriers.map(({ name }) => ({ id: name, name }))

/** The carrier preselected for a new parcel. */
export const defaultCarrier = shop.carriers[0]?.name ?? 'Royal Mail'

/** Chooses the carrier: the shop's carriers, and the present one where it is not among them. */
export function CarrierField({ carrier, onCarrier }: { carrier: string; onCarrier: (carrier: string) => void }) {
  const isKnown = others.some(({ id }) => id === carrier)
  return (
    <SelectField
      label="Carrier"
      choices={isKnown ? others : [...others, { id: carrier, name: carrier }]}
      value={carrier}
      onChange={({ target }) => onCarrier(target.value)}
    />
  )
}

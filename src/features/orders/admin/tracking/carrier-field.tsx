import { shop } from '#shop'
import { SelectField } from '#ui/select-field.tsx'

const others = shop.carriers.map(({ name }) => ({ id: name, name }))

/** Who brings it unless somebody says otherwise. */
export const defaultCarrier = shop.carriers[0]?.name ?? 'Royal Mail'

/** Who brings the parcel: the carriers the shop knows, and whoever it was so far. */
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

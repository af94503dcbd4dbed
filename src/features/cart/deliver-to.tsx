import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { countryName } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { countryInText, notToNorthernIreland, sortCountries } from '#features/settings/delivery.ts'
import { dutiesText } from '#features/settings/duties.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import type { Zone } from '#shop'
import { deliverTo, homeCountry } from './preferences.ts'

/**
 * The delivery country, grouped by zone. This browser stores the choice, also while its zone is switched off; the field
 * then says so.
 */
export function DeliverTo({ country, zones }: { country: string; zones: readonly Zone[] }) {
  const id = useId()
  const chosen = useStoredValue(deliverTo)
  const { deliversToNorthernIreland } = useShopTerms()
  const due = dutiesText(country)
  return (
    <div className="mt-4">
      <label htmlFor={id} className="label block text-ink-soft">
        Deliver to
      </label>
      <div className="relative">
        <select
          id={id}
          value={country}
          autoComplete="shipping country"
          aria-describedby={chosen === country ? undefined : `${id}-elsewhere`}
          onChange={(event) => deliverTo.update(() => event.target.value)}
          className="block min-h-11 w-full appearance-none rounded-none border-ink border-b bg-transparent py-1.5 pr-8 outline-none focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)]"
        >
          {zones.map((zone) => (
            <optgroup key={zone.id} label={zone.name}>
              {sortCountries(zone.countries, homeCountry).map((code) => (
                <option key={code} value={code}>
                  {countryName(code)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.25}
          className="pointer-events-none absolute top-1/2 right-0 size-5 -translate-y-1/2"
        />
      </div>
      {country === homeCountry && !deliversToNorthernIreland && (
        <p className="mt-1.5 text-mulberry text-small">{notToNorthernIreland}</p>
      )}
      {due && <p className="mt-1.5 text-ink-soft text-small">Customs: {due}</p>}
      {chosen !== country && (
        <p id={`${id}-elsewhere`} role="status" className="mt-1.5 text-mulberry text-small">
          We don’t deliver to {countryInText(chosen)} just now, so these prices are for {countryInText(country)}.
        </p>
      )}
    </div>
  )
}

import { useId } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { countryName } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { Price } from '#ui/price.tsx'
import { chosenService, deliverWith, type Sums } from './sums.ts'

type Services = Sums['services']

/**
 * The delivery services to the country, as radio buttons with arrival day and price. The choice counts for the amount
 * to pay, and the payment page preselects it. `leaves`: the dispatch day, null while unknown.
 */
export function DeliveryChoice({
  services,
  country,
  leaves,
}: {
  services: Services
  country: string
  leaves: Date | null
}) {
  const name = useId()
  const chosen = chosenService(services, useStoredValue(deliverWith))
  return (
    <fieldset className="mt-4">
      <legend className="label text-ink-soft">
        Delivery<span className="sr-only"> to {countryName(country)}</span>
      </legend>
      {services.map((service) => (
        <label key={service.id} className="flex min-h-13 items-center gap-x-3 border-line border-b py-2 cursor-pointer">
          <input
            type="radio"
            name={name}
            value={service.id}
            checked={service.id === chosen?.id}
            onChange={() => deliverWith.update(() => service.id)}
            className="size-4 shrink-0 accent-mulberry"
          />
          <span className="min-w-0 grow leading-tight">
            {service.label}
            <span className="block text-ink-soft text-small">{arrivalOf(service, leaves)}</span>
          </span>
          {service.pricePence === 0 ? <span>Free</span> : <Price pence={service.pricePence} />}
        </label>
      ))}
    </fieldset>
  )
}

function arrivalOf({ transit, transitDays }: Services[number], leaves: Date | null): string {
  return leaves ? `With you by ${formatDay(arriveBy(leaves, transitDays), serverNow())}` : transit.replace('-', '–')
}

import { formatDay } from '#base/calendar-day.ts'
import { countryName } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Zone } from '#shop'
import { Price } from '#ui/price.tsx'
import type { CartLine } from './cart.ts'
import { appliedCode } from './preferences.ts'
import { cartSums, chosenService, deliverWith } from './sums.ts'

/** The amount to pay with the chosen service, and the days of dispatch and arrival, shown above the button. */
export function ToPay({
  lines,
  country,
  zones,
  leaves,
}: {
  lines: CartLine[]
  country: string
  zones: readonly Zone[]
  /** The dispatch day; null while it is unknown. */
  leaves: Date | null
}) {
  const percent = useStoredValue(appliedCode)?.percent ?? 0
  const chosen = useStoredValue(deliverWith)
  const service = chosenService(cartSums(lines, { percent, country, zones }).services, chosen)
  if (!service) return null
  return (
    <div className="mb-3">
      <p className="flex items-baseline justify-between gap-x-4">
        <span className="font-medium text-lead leading-tight">
          To pay
          <span className="sr-only">
            {' '}
            with {service.label} to {countryName(country)}
          </span>
        </span>
        <Price pence={service.toPay} className="font-medium text-[1.625rem] leading-none" />
      </p>
      <p className="mt-1.5 min-h-[2.7em] text-balance text-small leading-snug">
        {leaves && (
          <>
            {lines.every(isSamples) ? 'Cut for you, posted by ' : 'Made for you, dispatched by '}
            <strong className="whitespace-nowrap font-medium">{day(leaves)}</strong>
            {lines.length > 1 && ' in one parcel'}, with you by{' '}
            <strong className="whitespace-nowrap font-medium">{day(arriveBy(leaves, service.transitDays))}</strong>.
          </>
        )}
      </p>
    </div>
  )
}

function day(date: Date): string {
  return formatDay(date, serverNow())
}

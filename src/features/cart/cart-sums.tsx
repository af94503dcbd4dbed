import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { countryInText, notToNorthernIreland, sortCountries } from '#features/settings/delivery.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { dutiesText } from '#features/settings/duties.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Zone } from '#shop-defaults'
import { Price } from '#ui/price.tsx'
import type { CartLine } from './cart-lines.ts'
import { deliverTo, homeCountry } from './preferences.ts'
import { type CartService, deliverWith, type Sums } from './sums.ts'

type CartSumsProps = { sums: Sums; percent: number; chosen: CartService | undefined; country: string }

/** The cart's totals as one sum, up to the amount to pay, which is in `ToPay`; and what is missing to free delivery. */
export function CartSums({ sums, percent, chosen, country }: CartSumsProps) {
  const { subtotal, discount, total, untilFree } = sums
  return (
    <>
      <dl className="cart-sums">
        <dt>Subtotal</dt>
        <dd>
          <Price pence={subtotal} />
        </dd>
        {percent > 0 && (
          <>
            <dt>Discount ({percent}%)</dt>
            <dd className="price">−{formatPence(discount)}</dd>
          </>
        )}
        <dt>Total</dt>
        <dd>
          <Price pence={total} />
        </dd>
        {chosen && (
          <>
            <dt>Delivery</dt>
            <dd>
              <ServicePrice service={chosen} />
            </dd>
          </>
        )}
      </dl>
      <p className="text-ink-soft text-small leading-snug">
        <span>Shipping calculated at checkout based on your location</span>
        {chosen && <span>: {priceIn(chosen, country)}.</span>}
      </p>
      {untilFree && (
        <p className="mt-1.5 text-small leading-snug">
          <strong className="font-medium">{formatPence(untilFree.missing)} more</strong> and{' '}
          {untilFree.id === chosen?.id ? deliveryTo(country) : untilFree.label} is free.
        </p>
      )}
    </>
  )
}

function priceIn({ pricePence, isIncluded }: CartService, country: string): string {
  const where = `to ${countryInText(country)}`
  if (isIncluded) return `a letter ${where}, postage included`
  return `${pricePence === 0 ? 'free' : formatPence(pricePence)} ${where}`
}

function deliveryTo(country: string): string {
  return country === homeCountry ? 'UK delivery' : `delivery to ${countryInText(country)}`
}

function ServicePrice({ service: { pricePence, isIncluded } }: { service: CartService }) {
  if (pricePence > 0) return <Price pence={pricePence} />
  return <span>{isIncluded ? 'Included' : 'Free'}</span>
}

type DeliveryProps = {
  services: readonly CartService[]
  chosen: CartService | undefined
  country: string
  zones: readonly Zone[]
  /** The dispatch day; null while it is unknown. */
  leaves: Date | null
}

/** The choice of country and service. */
export function Delivery({ services, chosen, country, zones, leaves }: DeliveryProps) {
  return (
    <div className="pb-6">
      <DeliverTo country={country} zones={zones} />
      <DeliveryChoice services={services} chosen={chosen} country={country} leaves={leaves} />
    </div>
  )
}

/**
 * The delivery country, grouped by zone. This browser stores the choice, also while its zone is switched off; the field
 * then says so.
 */
export function DeliverTo({ country, zones }: { country: string; zones: readonly Zone[] }) {
  const id = useId()
  const chosen = useStoredValue(deliverTo)
  const { deliversToNorthernIreland } = useShopTerms()
  const due = dutiesText(country, serverNow())
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

type DeliveryChoiceProps = Omit<DeliveryProps, 'zones'>

/**
 * The delivery services to the country, as radio buttons with arrival day and price. The choice counts for the amount
 * to pay, and the payment page preselects it. `leaves`: the dispatch day, null while unknown.
 */
function DeliveryChoice({ services, chosen, country, leaves }: DeliveryChoiceProps) {
  const name = useId()
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
          <ServicePrice service={service} />
        </label>
      ))}
    </fieldset>
  )
}

function arrivalOf({ transit, transitDays }: CartService, leaves: Date | null): string {
  return leaves ? `With you by ${formatDay(arriveBy(leaves, transitDays), serverNow())}` : transit.replace('-', '–')
}

type ToPayProps = {
  lines: CartLine[]
  service: CartService
  country: string
  leaves: Date | null
  /** Follows the dates. */
  children?: ReactNode
}

/** The amount to pay with the chosen service, and the days of dispatch and arrival, shown above the button. */
export function ToPay({ lines, service, country, leaves, children }: ToPayProps) {
  return (
    <div className="mb-3">
      <p className="cart-row">
        <span className="font-medium text-lead leading-tight">
          To pay
          <span className="sr-only">
            {' '}
            with {service.label} to {countryName(country)}
          </span>
        </span>
        <Price pence={service.toPay} className="cart-to-pay" />
      </p>
      <p className="cart-days">
        {leaves && (
          <>
            {lines.every(isSamples) ? 'Cut for you, posted by ' : 'Made for you, dispatched by '}
            <strong className="whitespace-nowrap font-medium">{day(leaves)}</strong>
            {lines.length > 1 && ' in one parcel'}, with you by{' '}
            <strong className="whitespace-nowrap font-medium">{day(arriveBy(leaves, service.transitDays))}</strong>.
          </>
        )}
        {children}
      </p>
    </div>
  )
}

function day(date: Date): string {
  return formatDay(date, serverNow())
}

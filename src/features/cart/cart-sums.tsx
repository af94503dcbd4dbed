import { arriveBy } from '#features/settings/arrive-by.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Zone } from '#shop'
import { formatPence } from '#ui/money.ts'
import { countryName } from '#ui/names.ts'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import { formatDay } from '#ui/time/calendar-day.ts'
import type { CartLine } from './cart.ts'
import { DeliverTo } from './deliver-to.tsx'
import { appliedCode } from './preferences.ts'
import { useStoredValue } from './stored-value.ts'
import { cartSums, type Sums } from './sums.ts'

/** The cart's totals: goods, then each delivery service to the chosen country with the amount to pay. */
export function CartSums({
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
  const { subtotal, discount, total, services } = cartSums(lines, { percent, country, zones })
  return (
    <div className="pb-6">
      <Rule />
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 py-4">
        <dt>Subtotal</dt>
        <dd className="text-right">
          <Price pence={subtotal} />
        </dd>
        {percent > 0 && (
          <>
            <dt>Discount ({percent}%)</dt>
            <dd className="price text-right">−{formatPence(discount)}</dd>
          </>
        )}
        <dt className="font-medium">Total</dt>
        <dd className="text-right font-medium">
          <Price pence={total} />
        </dd>
      </dl>
      <p className="text-ink-soft text-small">Shipping calculated at checkout based on your location</p>
      <DeliverTo country={country} zones={zones} />
      <Services services={services} country={country} leaves={leaves} />
      <p className="mt-4 min-h-[3em] text-small">
        {leaves && (
          <>
            Made for you and sent by <strong className="font-medium">{formatDay(leaves, serverNow())}</strong>
            {lines.length > 1 && ', all in one parcel'}.
          </>
        )}
      </p>
    </div>
  )
}

function Services({ services, country, leaves }: { services: Sums['services']; country: string; leaves: Date | null }) {
  return (
    <table className="mt-3 w-full border-collapse text-left">
      <caption className="sr-only">Delivery to {countryName(country)}, and what is to pay with it</caption>
      <thead>
        <tr className="label text-ink-soft">
          <th scope="col" className="pb-1 font-medium">
            Delivery
          </th>
          <th scope="col" className="pb-1 text-right font-medium">
            Price
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-medium">
            To pay
          </th>
        </tr>
      </thead>
      <tbody>
        {services.map(({ id, label, transit, transitDays, pricePence, toPay }) => (
          <tr key={id} className="border-line border-t align-baseline">
            <th scope="row" className="py-2 pr-3 font-normal leading-tight">
              {label}
              <span className="block text-ink-soft text-small">
                {leaves
                  ? `With you by ${formatDay(arriveBy(leaves, transitDays), serverNow())}`
                  : transit.replace('-', '–')}
              </span>
            </th>
            <td className="py-2 text-right">{pricePence === 0 ? 'Free' : <Price pence={pricePence} />}</td>
            <td className="py-2 pl-3 text-right font-medium">
              <Price pence={toPay} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

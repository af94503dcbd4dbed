import { formatDay } from '#base/calendar-day.ts'
import { formatPence, type Pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Zone } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import type { CartLine } from './cart.ts'
import { putAside } from './later.ts'
import { appliedCode } from './preferences.ts'
import type { SeparateOrders } from './separate-orders.ts'
import { cartSums, chosenService, deliverWith } from './sums.ts'

const namedAtMost = 2

/** The offer to order the earlier garments first. It names the day this gains and what the second parcel costs. */
export function OrderSeparately({
  orders: { first, firstLeaves, rest },
  country,
  zones,
  onKept,
}: {
  orders: SeparateOrders
  country: string
  zones: readonly Zone[]
  onKept: () => void
}) {
  const code = useStoredValue(appliedCode)
  const chosen = useStoredValue(deliverWith)
  const delivery = (lines: CartLine[], percent: number) =>
    chosenService(cartSums(lines, { percent, country, zones }).services, chosen)
  const percent = code?.percent ?? 0
  // A code counts for one order.
  const [one, two] = [delivery(first, percent), delivery(rest, 0)]
  const both = delivery([...first, ...rest], percent)
  if (!one || !two || !both) return null
  const day = formatDay(arriveBy(firstLeaves, one.transitDays), serverNow())

  const isOne = first.length === 1 && !first.some(isSamples)

  function order() {
    putAside(rest)
    onKept()
  }

  return (
    <section aria-label="Order separately" className="mt-4 border-mulberry border-l-2 py-1 pl-4">
      <p>
        Order separately to have {namesOf(first)} by <strong className="font-medium">{day}</strong>.
      </p>
      <p className="mt-1 text-ink-soft text-small">
        You pay for {isOne ? 'it' : 'them'} now. We’ll keep the rest here and put it back in your cart afterwards;
        prices may have changed by then. Delivery is {priceOf(one.pricePence)} for this parcel and{' '}
        {priceOf(two.pricePence)} for the next, instead of {priceOf(both.pricePence)} for both together.
        {code && ' Your discount code works on one order.'}
      </p>
      <TextButton onClick={order}>Order separately</TextButton>
    </section>
  )
}

/** 'the Mary Dress and the Ruth Skirt', or '3 of your garments'. */
function namesOf(lines: readonly CartLine[]): string {
  const names = [...new Set(lines.map((line) => (isSamples(line) ? 'your fabric samples' : `the ${line.name}`)))]
  return names.length > namedAtMost ? `${names.length} of your garments` : joinNames(names)
}

function priceOf(pence: Pence): string {
  return pence === 0 ? 'free' : formatPence(pence)
}

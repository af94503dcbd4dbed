import { useEffect, useRef } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence, type Pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import { useStoredValue } from '#base/stored-value.ts'
import { isSamples, namedSize } from '#features/catalogue/samples.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Zone } from '#shop-defaults'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { CartDays } from './cart-days.ts'
import type { CartLine } from './cart-lines.ts'
import { putAside, takeBack, useLater } from './later.ts'
import { appliedCode } from './preferences.ts'
import { type CartService, cartSums, chosenService, deliverWith } from './sums.ts'

const namedAtMost = 2

/** The id of the offer, which can take the focus. */
export const offerId = 'order-separately'

type OrderSeparatelyProps = { orders: SeparateOrders; country: string; zones: readonly Zone[]; onKept: () => void }

/** The offer to order the earlier garments first, at the line that holds them up: both days and both prices. */
export function OrderSeparately({
  orders: { first, firstLeaves, rest, restLeaves },
  country,
  zones,
  onKept,
}: OrderSeparatelyProps) {
  const code = useStoredValue(appliedCode)
  const chosen = useStoredValue(deliverWith)
  const service = (lines: CartLine[], percent: number) =>
    chosenService(cartSums(lines, { percent, country, zones }).services, chosen)
  const percent = code?.percent ?? 0
  // A code counts for one order.
  const [one, two] = [service(first, percent), service(rest, 0)]
  const both = service([...first, ...rest], percent)
  if (!one || !two || !both) return null

  function order() {
    putAside(rest)
    onKept()
  }

  return (
    <section id={offerId} tabIndex={-1} aria-label="Order separately" className="cart-offer">
      <p>
        {capital(namesOf(rest))} {isOne(rest) ? 'holds' : 'hold'} up the rest. In two orders you’d have
      </p>
      <ul>
        <Parcel lines={first} leaves={firstLeaves} service={one} />
        <Parcel lines={rest} leaves={restLeaves} service={two} />
      </ul>
      <TextButton onClick={order}>Order separately</TextButton>
      <p className="text-ink-soft">
        Delivery is in these prices: {priceOf(one.pricePence)} and {priceOf(two.pricePence)}. In one order you’d pay{' '}
        {formatPence(both.toPay)}, delivery {priceOf(both.pricePence)}. You pay for the first now. We’ll keep the rest
        here and put it back in your cart afterwards; prices may have changed by then.
        {code && ' Your discount code works on one order.'}
      </p>
    </section>
  )
}

type ParcelProps = { lines: readonly CartLine[]; leaves: Date; service: CartService }

function Parcel({ lines, leaves, service }: ParcelProps) {
  return (
    <li className="mt-1.5 flex justify-between gap-x-4">
      <span className="min-w-0">
        {namesOf(lines)} by{' '}
        <strong className="font-medium">{formatDay(arriveBy(leaves, service.transitDays), serverNow())}</strong>
      </span>
      <Price pence={service.toPay} />
    </li>
  )
}

function isOne(lines: readonly CartLine[]): boolean {
  return lines.length === 1 && !lines.some(isSamples)
}

/** 'the Mary Dress and the Ruth Skirt', or '3 of your garments'. */
function namesOf(lines: readonly CartLine[]): string {
  const names = [...new Set(lines.map((line) => (isSamples(line) ? 'your fabric samples' : `the ${line.name}`)))]
  return names.length > namedAtMost ? `${names.length} of your garments` : joinNames(names)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function priceOf(pence: Pence): string {
  return pence === 0 ? 'free' : formatPence(pence)
}

/**
 * The garments put aside while the others are ordered. `focus`: they were just put aside, and their heading gets it.
 */
export function KeptForLater({ focus = false }: { focus?: boolean }) {
  const lines = useLater()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])

  if (lines.length === 0) return null
  return (
    <section aria-labelledby="kept-for-later" className="pb-6">
      <Rule />
      <h3 id="kept-for-later" ref={heading} tabIndex={-1} className="pt-4 font-serif text-name outline-none">
        For your next order
      </h3>
      <ul className="mt-1">
        {lines.map(({ id, size, name, quantity }) => (
          <li key={`${id} ${size}`} className="wrap-any">
            {namedSize({ name, size })}
            {quantity > 1 && ` × ${quantity}`}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft text-small">These go back in your cart once you’ve paid for the rest.</p>
      <TextButton onClick={() => takeBack()}>Put back in the cart now</TextButton>
    </section>
  )
}

/** Two orders instead of one: the lines of each with the day its parcel leaves. */
type SeparateOrders = { first: CartLine[]; firstLeaves: Date; rest: CartLine[]; restLeaves: Date }

/** A mixed cart as two orders, the earlier garments first; null where all leave within a few days of the first. */
export function separateOrders(lines: readonly CartLine[], days: CartDays | null): SeparateOrders | null {
  if (!days?.sooner) return null
  const soon = new Set(days.sooner.lines)
  return {
    first: lines.filter((_, index) => soon.has(index)),
    firstLeaves: new Date(days.sooner.leaves),
    rest: lines.filter((_, index) => !soon.has(index)),
    // The rest is made after the first, and leaves with the day that the whole cart would have.
    restLeaves: new Date(days.leaves),
  }
}

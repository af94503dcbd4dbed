import { formatPence } from '#base/money.ts'
import { useStoredValue } from '#base/stored-value.ts'
import type { Zone } from '#shop'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import type { CartLine } from './cart.ts'
import { DeliverTo } from './deliver-to.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { appliedCode } from './preferences.ts'
import { cartSums } from './sums.ts'

/** The cart's totals without delivery, then the choice of country and service. The amount to pay is in `ToPay`. */
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
      <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 pt-4 pb-2 text-ink-soft text-small">
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
        <dt>Total</dt>
        <dd className="text-right">
          <Price pence={total} />
        </dd>
      </dl>
      <p className="text-ink-soft text-small">Shipping calculated at checkout based on your location</p>
      <DeliverTo country={country} zones={zones} />
      <DeliveryChoice services={services} country={country} leaves={leaves} />
    </div>
  )
}

import type { Zone } from '#shop'
import { countryName } from '#ui/names.ts'
import { Price } from '#ui/price.tsx'
import type { CartLine } from './cart.ts'
import { appliedCode } from './preferences.ts'
import { useStoredValue } from './stored-value.ts'
import { cartSums } from './sums.ts'

/** The amount to pay with the first service to the chosen country, shown above the button. */
export function ToPay({ lines, country, zones }: { lines: CartLine[]; country: string; zones: readonly Zone[] }) {
  const percent = useStoredValue(appliedCode)?.percent ?? 0
  const [service] = cartSums(lines, { percent, country, zones }).services
  if (!service) return null
  return (
    <p className="mb-3 flex items-baseline justify-between gap-x-4">
      <span className="min-w-0 leading-tight">
        <span className="font-medium">To pay</span>{' '}
        <span className="text-ink-soft text-small">
          with {service.label}, {countryName(country)}
        </span>
      </span>
      <Price pence={service.toPay} className="font-medium text-lead leading-none" />
    </p>
  )
}

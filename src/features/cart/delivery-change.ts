import { useEffect, useState } from 'react'
import { formatPence, pence } from '#base/money.ts'
import { storagePrefix, storedValue } from '#base/stored-value.ts'
import { listServices } from '#features/settings/delivery.ts'
import type { DeliveryRate, Zone } from '#shop-defaults'

/** The service that this browser last showed as chosen, as '<id> <price in words>'; empty before. */
const shownRate = storedValue({ key: `${storagePrefix}-rate`, parse: (text) => text ?? '', print: String })

/**
 * How the price of the chosen service differs from the one that this browser showed before, as a sentence; null where it
 * does not. `isFresh`: whether the zones are today's, and not those of a page that may be older.
 */
export function useDeliveryChange(
  id: string | undefined,
  { zones, isFresh }: { zones: readonly Zone[]; isFresh: boolean },
): string | null {
  const [change, setChange] = useState<{ id: string; text: string } | null>(null)
  const rate = listServices(zones).find((service) => service.id === id)
  const now = rate && rateText(rate)
  const label = rate?.label
  useEffect(() => {
    if (!id || !now || !isFresh) return
    const [last, ...words] = shownRate.get().split(' ')
    const before = words.join(' ')
    if (last === id && before !== now) setChange({ id, text: `${label} was ${before}; it’s now ${now}.` })
    shownRate.update(() => `${id} ${now}`)
  }, [id, now, label, isFresh])
  return change?.id === id ? (change?.text ?? null) : null
}

/** '£4.50, free from £120.00'. */
function rateText({ pricePence, freeFromPence }: DeliveryRate): string {
  const price = formatPence(pence(pricePence))
  return freeFromPence === null ? price : `${price}, free from ${formatPence(pence(freeFromPence))}`
}

import { useEffect, useState } from 'react'
import { formatPence, pence } from '#base/money.ts'
import { storagePrefix, storedValue } from '#base/stored-value.ts'
import { countryInText, listServices, zoneOf } from '#features/settings/delivery.ts'
import type { DeliveryRate, Zone } from '#shop-defaults'

/** The service that this browser last showed as chosen, as `shownText` writes it; empty before. */
const shownRate = storedValue({ key: `${storagePrefix}-rate`, parse: (text) => text ?? '', print: String })

/** The chosen service to a country, with the zones that have its price. */
type Chosen = { country: string; id: string; zones: readonly Zone[] }

/**
 * How the price of the chosen service differs from the one that this browser showed before, as a sentence; null where it
 * does not. `isFresh`: whether the zones are today's, and not those of a page that may be older.
 */
export function useDeliveryChange(
  id: string | undefined,
  { country, zones, isFresh }: { country: string; zones: readonly Zone[]; isFresh: boolean },
): string | null {
  const [change, setChange] = useState<{ id: string; text: string } | null>(null)
  useEffect(() => {
    if (!id || !isFresh) return
    const text = deliveryChange(shownRate.get(), { country, id, zones })
    if (text) setChange({ id, text })
    shownRate.update(() => shownText({ country, id, zones }))
  }, [id, country, zones, isFresh])
  return change?.id === id ? (change?.text ?? null) : null
}

/** 'FR europe-tracked £14.95'; empty for a service that is not offered. */
export function shownText({ country, id, zones }: Chosen): string {
  const rate = rateOf(id, zones)
  return rate ? `${country} ${id} ${rateText(rate)}` : ''
}

/**
 * The sentence about a price that differs from the one shown before; null for a shopper who has chosen another country or
 * service. A country that gets prices of its own gets other services with them.
 */
export function deliveryChange(shown: string, { country, id, zones }: Chosen): string | null {
  const [lastCountry, lastId = '', ...words] = shown.split(' ')
  const [before, rate] = [words.join(' '), rateOf(id, zones)]
  if (!before || !rate || before === rateText(rate)) return null
  if (lastId === id) return `${rate.label} was ${before}; it’s now ${rateText(rate)}.`
  const zone = zoneOf(country, zones)
  const isOffered = zone !== null && rateOf(lastId, [zone]) !== undefined
  if (lastCountry !== country || isOffered) return null
  return `Delivery to ${countryInText(country)} was ${before}; it’s now ${rateText(rate)}.`
}

function rateOf(id: string, zones: readonly Zone[]): DeliveryRate | undefined {
  return listServices(zones).find((service) => service.id === id)
}

/** '£4.50, free from £120.00'. */
function rateText({ pricePence, freeFromPence }: DeliveryRate): string {
  const price = formatPence(pence(pricePence))
  return freeFromPence === null ? price : `${price}, free from ${formatPence(pence(freeFromPence))}`
}

import { useRouteLoaderData } from 'react-router'
import { shop, type Zone } from '#shop'
import { pauseAt, pauseText } from './selling.ts'
import type { ShopSettings } from './shop-settings.ts'
import type { ShopTerms } from './shop-terms.contract.ts'

/** The defaults before the first response. */
export const defaultTerms: ShopTerms = {
  zones: shop.zones.map(({ id }) => id),
  countriesOff: [],
  deliversToNorthernIreland: true,
  productionDays: shop.making.productionDays,
  daysOff: [],
  samplesPence: null,
  pause: null,
}

/** The zones switched on, with their countries and services. */
export function zonesOf({ zones, countriesOff }: ShopTerms): Zone[] {
  const on = shop.zones.filter(({ id }) => zones.includes(id))
  return on.map((zone) => ({ ...zone, countries: zone.countries.filter((code) => !countriesOff.includes(code)) }))
}

/** The shop's terms that this page was rendered with, the same on the server and in the browser. */
export function useShopTerms(): ShopTerms {
  return useRouteLoaderData<{ terms: ShopTerms }>('root')?.terms ?? defaultTerms
}

/** The settings that a browser needs at a moment, without past days off. */
export function shopTerms(settings: ShopSettings, now: Date): ShopTerms {
  const { zones, productionDays, daysOff, samplesPence, deliversToNorthernIreland } = settings
  const pause = pauseAt(settings, now)
  // A day that ended more than a day ago is over in any time zone.
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)
  return {
    zones: zones.map(({ id }) => id),
    countriesOff: zones.flatMap(countriesWithout),
    deliversToNorthernIreland,
    productionDays,
    daysOff: daysOff.filter((day) => day >= yesterday),
    samplesPence,
    pause: pause && { text: pauseText(pause, now), until: pause.until?.toISOString() ?? null },
  }
}

function countriesWithout({ id, countries }: Zone): string[] {
  const all = shop.zones.find((zone) => zone.id === id)?.countries ?? []
  return all.filter((country) => !countries.includes(country))
}

import { useRouteLoaderData } from 'react-router'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import type { ShopTerms } from './shop-terms.contract.ts'

/** The defaults before the first response. */
export const defaultTerms: ShopTerms = {
  zones: shop.zones.map(({ id }) => id),
  countriesOff: [],
  deliversToNorthernIreland: true,
  productionDays: shop.making.productionDays,
  daysOff: [],
  samplesPence: null,
  maker: false,
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

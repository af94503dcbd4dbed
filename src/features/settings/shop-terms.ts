import { useRouteLoaderData } from 'react-router'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import type { ShopTerms } from './shop-terms.contract.ts'

/** `maker`: whether the maker's page is published. */
type PageTerms = ShopTerms & { maker: boolean }

/** The defaults before the first response. */
export const defaultTerms: PageTerms = {
  get zones() {
    return shop.zones.map(({ id }) => id)
  },
  countriesOff: [],
  deliversToNorthernIreland: true,
  productionDays: shop.making.productionDays,
  daysOff: [],
  samplesPence: null,
  maker: false,
  pause: null,
}

/** The zones switched on, with their countries and services. `rates`: where the prices may be newer than the page's. */
export function zonesOf({ zones, countriesOff, rates = shop.zones }: ShopTerms & { rates?: Zone[] }): Zone[] {
  const on = rates.filter(({ id }) => zones.includes(id))
  return on.map((zone) => ({ ...zone, countries: zone.countries.filter((code) => !countriesOff.includes(code)) }))
}

/** The shop's terms that this page was rendered with, the same on the server and in the browser. */
export function useShopTerms(): PageTerms {
  return useRouteLoaderData<{ terms: PageTerms }>('root')?.terms ?? defaultTerms
}

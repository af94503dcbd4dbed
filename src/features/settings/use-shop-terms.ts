import { useRouteLoaderData } from 'react-router'
import type { ShopTerms } from './shop-terms.contract.ts'
import { defaultTerms } from './shop-terms.ts'

/** The shop's terms that this page was rendered with, the same on the server and in the browser. */
export function useShopTerms(): ShopTerms {
  return useRouteLoaderData<{ terms: ShopTerms }>('root')?.terms ?? defaultTerms
}

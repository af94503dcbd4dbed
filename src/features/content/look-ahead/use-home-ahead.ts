import { useQuery } from '@tanstack/react-query'
import { listLivePreorders } from '#features/catalogue/preorders/live-preorders.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { type HomeFacts, homeFacts } from '#features/content/home/home-facts.ts'
import type { PagePictures } from '#features/settings/page-settings.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { zonesOf } from '#features/settings/shop-terms.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { read } from '#platform/client/functions.ts'

/** `opensAt`: null if the shop has opened already. */
type Ahead = { home: HomeFacts; opensAt: Date | null }

/** Home at the time of the opening, or now if that is past. Browser only. `pictures`: the page's own. */
export function useHomeAhead(pictures: PagePictures) {
  const terms = useShopTerms()
  return useQuery({ queryKey: ['home-ahead', terms, pictures], queryFn: () => readAhead(terms, pictures) })
}

async function readAhead(terms: ShopTerms, pictures: PagePictures): Promise<Ahead> {
  const value = await read('settings')
  const now = new Date(value.now)
  const launchAt = new Date(value.launch_at.value)
  const opensAt = launchAt > now ? launchAt : null
  const then = opensAt ?? now
  const backend = await loadBackend()
  const [products, live] = await Promise.all([listProducts(backend), listLivePreorders(backend, then)])
  const full = await readFullPreorders(backend, live)
  const { productionDays, daysOff } = terms
  const { until, ...closing } = value.closing.value
  const selling = { launchAt, closing: { ...closing, until: until === null ? null : new Date(until) } }
  const settings = { zones: zonesOf(terms), productionDays, daysOff, pictures, ...selling }
  return { home: homeFacts({ products, live, full }, then, settings), opensAt }
}

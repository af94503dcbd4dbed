import { useQuery } from '@tanstack/react-query'
import { formatFullTime } from '#base/shop-time.ts'
import { listLivePreorders } from '#features/catalogue/preorders/live-preorders.ts'
import { listProducts } from '#features/catalogue/product.ts'
import type { Slots } from '#features/content/documents/words.tsx'
import { type HomeFacts, homeFacts } from '#features/content/home/home-facts.ts'
import { HomeView } from '#features/content/home/home-view.tsx'
import { freeDayOf } from '#features/settings/dispatch-and-arrival.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { useShopTerms, zonesOf } from '#features/settings/shop-terms.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { read } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Home as it will be when the shop opens, while visitors see the coming-soon page. */
export function LookAhead({ words }: { words: Slots }) {
  const { data: ahead, isError, refetch } = useHomeAhead(words)
  if (!ahead && !isError) return <Spinner label="Loading the preview" />
  if (!ahead) {
    return (
      <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">
        <CouldNotLoad problem="Home could not be loaded just now." onRetry={refetch} />
      </div>
    )
  }
  const { home, opensAt } = ahead
  return (
    <>
      <div className="page py-3 lg:py-5">
        <p className="flex flex-wrap items-center gap-x-5 border-mulberry border-l-2 bg-paper-deep/60 px-4 py-1">
          <span className="label text-mulberry">Look ahead</span>
          <span className="text-ink-soft text-small">
            {opensAt
              ? `Home as it will look on ${formatFullTime(opensAt)}. Until then shoppers see the coming-soon page.`
              : 'Home as it looks now: the shop is open.'}
          </span>
          <Link to="/admin/settings#opening" className="ml-auto inline-flex min-h-11 items-center text-small">
            <span className="link">Back to Settings</span>
          </Link>
        </p>
      </div>
      <HomeView home={home} />
    </>
  )
}

/** `opensAt`: null if the shop has opened already. */
type Ahead = { home: HomeFacts; opensAt: Date | null }

/** Home at the time of the opening, or now if that is past. Browser only. `words`: those of Home. */
function useHomeAhead(words: Slots) {
  const terms = useShopTerms()
  return useQuery({ queryKey: ['home-ahead', terms, words], queryFn: () => readAhead(terms, words) })
}

async function readAhead(terms: ShopTerms, words: Slots): Promise<Ahead> {
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
  const freeDay = freeDayOf({ capacity: value.capacity.value, daysOff }, { promised: value.promised, now })
  const settings = { zones: zonesOf(terms), productionDays, daysOff, freeDay, ...selling }
  return { home: homeFacts({ products, live, full }, then, settings, words), opensAt }
}

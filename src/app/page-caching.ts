import { nextMidnight } from '#base/shop-time.ts'
import { nextOpening, type SellingSettings } from '#features/settings/selling.ts'
import { pagesShow } from '#platform/database/changes.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import { createPageKey } from '#platform/pages/page-key.ts'
import type { AppContext } from './create-app-context.ts'

/** The shop page is cached with one filter, one sort order or one page number; combinations and searches are not. */
const shopParameter = {
  path: /^\/shop(?:\.data)?$/,
  part: /^(?:page=\d{1,3}|(?:kind|size|length|colour|feature)=[a-z\d-]{1,40}|preorder=1|sort=(?:newest|price-up|price-down))$/,
  single: true,
}

/** The page of a garment is cached with one page of its older reviews. */
const reviewsParameter = { path: /^\/product\/[^/]+$/, part: /^reviews=(?:[2-9]|[1-9]\d)$/, single: true }

/** The page cache's key for an address of this shop; null where the response may not come from the cache. */
export const pageKey = createPageKey([shopParameter, reviewsParameter])

/**
 * Until when every page rendered at `now` is true: midnight in shop time, when days left and dispatch dates change, the
 * moment when the shop opens, or opens again, or that of the next publication.
 */
export function pageValidUntil(now: Date, settings: SellingSettings, publication: Date | null = null): Date {
  const moments = [nextMidnight(now), nextOpening(settings, now), publication]
  return new Date(Math.min(...moments.flatMap((moment) => (moment ? [moment.getTime()] : []))))
}

/** A browser keeps search results for a minute, so that going back from a product shows them at once. */
export function browserCacheSeconds({ pathname }: URL): number {
  return pathname === '/shop.data' ? 60 : 0
}

/** The clock is read every 30 s, and differs by a few milliseconds each time. */
const sameClockMs = 1_000

/**
 * Drops cached pages when something they show changes. Pages read data through the API, and are compared with it;
 * settings, documents, promised days and the clock reach them from memory, so those drop all pages, where their values
 * changed.
 */
export function dropOnChanges(
  cache: Pick<PageCache, 'change' | 'clear'>,
  { changes, clock, onFresh, documents }: Pick<AppContext, 'changes' | 'clock' | 'onFresh' | 'documents'>,
  { settings, daysMoved }: { settings: () => object; daysMoved: () => boolean },
): void {
  const read = () => ({
    settings: JSON.stringify(settings()),
    documents: documents(),
    clockMs: clock.now().getTime() - performance.now(),
  })
  let shown = read()
  changes.onChange((table) => {
    if (table === '*') cache.clear()
    else if (pagesShow(table)) cache.change()
  })
  onFresh(() => {
    const fresh = read()
    const isSame =
      fresh.settings === shown.settings &&
      fresh.documents === shown.documents &&
      Math.abs(fresh.clockMs - shown.clockMs) < sameClockMs
    if (isSame && !daysMoved()) return
    shown = fresh
    cache.clear()
  })
}

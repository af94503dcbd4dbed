import { pagesShow } from '#platform/database/changes.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import type { AppContext } from './create-app-context.ts'

/** The clock is read every 30 s, and differs by a few milliseconds each time. */
const sameClockMs = 1_000

/**
 * Drops cached pages when something they show changes. Pages read data through the API, and are compared with it;
 * settings and the clock reach them from memory, so those drop all pages, where their values changed.
 */
export function dropOnChanges(
  cache: Pick<PageCache, 'change' | 'clear'>,
  { changes, clock, onFresh }: Pick<AppContext, 'changes' | 'clock' | 'onFresh'>,
  settings: () => object,
): void {
  const read = () => ({ settings: JSON.stringify(settings()), clockMs: clock.now().getTime() - performance.now() })
  let shown = read()
  changes.onChange((table) => {
    if (table === '*') cache.clear()
    else if (pagesShow(table)) cache.change()
  })
  onFresh(() => {
    const fresh = read()
    if (fresh.settings === shown.settings && Math.abs(fresh.clockMs - shown.clockMs) < sameClockMs) return
    shown = fresh
    cache.clear()
  })
}

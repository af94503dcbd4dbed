import { focusManager, MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { RequestError } from './functions.ts'

const minute = 60_000
const mostRetries = 3

/**
 * The browser's cache of reads, for the back office and the account page. Unused data is dropped after five minutes. A
 * failed read is retried three times (after 1, 2 and 4 s), except when the server refused it; a change is never
 * retried. The server renders these pages without data, so its copy of this cache stays empty.
 */
export const queryClient = new QueryClient({
  // Any change may add or resolve something that the numbers in the menu count.
  mutationCache: new MutationCache({ onSettled: () => refreshAlerts() }),
  defaultOptions: {
    queries: {
      gcTime: 5 * minute,
      retry: (failures, error) => failures < mostRetries && !isRefusal(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
      // Without a connection a read fails like any other, and the screen shows it.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The cache key of the numbers in the menu of the back office. */
export const alertsKey = ['alerts'] as const

/** Reads all numbers in the menu of the back office again: they describe the same shop, so they change together. */
export function refreshAlerts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: alertsKey })
}

// By default the library reports a change in a later task: the second press of a double click would come before
// `isPending` is rendered, and would send again.
notifyManager.setScheduler(queueMicrotask)

function isRefusal(error: Error): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}

// Two windows side by side are both visible, so the window's focus decides which one reads again.
if (typeof window !== 'undefined') {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus()
    window.addEventListener('visibilitychange', listener)
    window.addEventListener('focus', listener)
    return () => {
      window.removeEventListener('visibilitychange', listener)
      window.removeEventListener('focus', listener)
    }
  })
}

/**
 * Options of a query that is read again every `everyMs` while the page is visible. The next poll repeats a failed one.
 */
export function polling(everyMs: number) {
  return { refetchInterval: everyMs, retry: false } as const
}

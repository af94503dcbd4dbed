/** Texts by key, in the form of `Storage`. No call throws. */
export type BrowserStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  keys(): string[]
  /** Whether the browser has what was written under this key, and not only this page. */
  isKept(key: string): boolean
}

/**
 * The browser's storage of this site, and that of this tab. A browser may refuse it (blocked cookies, a full disk): the
 * page then keeps what it writes for as long as it is open. The only use of the storage globals
 * (scripts/check-sources.ts), because the mere mention of one throws where cookies are blocked.
 */
export const siteStore: BrowserStore = guardedStore(() => window.localStorage, memoryOfPage())
export const tabStore: BrowserStore = guardedStore(() => window.sessionStorage)

/** What a storage did not take. Null: a text that could not be removed from it. */
type Memory = Map<string, string | null>

/** A page's first-touch script is a program of its own: what it could not store, it leaves here for the page's own. */
function memoryOfPage(): Memory {
  if (typeof window === 'undefined') return new Map()
  const page = window as Window & { unkept?: Memory }
  page.unkept ??= new Map()
  return page.unkept
}

/** A store on a storage that may throw at any call, also when it is opened. */
/* @__NO_SIDE_EFFECTS__ */
export function guardedStore(open: () => Storage, unkept: Memory = new Map()): BrowserStore {
  function attempt<Result>(work: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }

  function write(key: string, text: string | null, store: (storage: Storage) => void): void {
    attempt(store, undefined)
    if (attempt((storage) => storage.getItem(key) === text, false)) unkept.delete(key)
    else unkept.set(key, text)
  }

  return {
    getItem: (key) => unkept.get(key) ?? (unkept.has(key) ? null : attempt((storage) => storage.getItem(key), null)),
    setItem: (key, text) => write(key, text, (storage) => storage.setItem(key, text)),
    removeItem: (key) => write(key, null, (storage) => storage.removeItem(key)),
    keys() {
      const all = new Set([...attempt(Object.keys, []), ...unkept.keys()])
      return [...all].filter((key) => unkept.get(key) !== null)
    },
    isKept: (key) => !unkept.has(key),
  }
}

/** Whether the browser keeps a text as long as a session. It may refuse that and still keep shorter ones. */
export function keepsSession(store: BrowserStore): boolean {
  const key = 'storage-test'
  store.setItem(key, 'x'.repeat(4_000))
  const isKept = store.isKept(key)
  store.removeItem(key)
  return isKept
}

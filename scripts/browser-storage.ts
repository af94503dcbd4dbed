/** A storage of the browser that a file names; `line` counts from 1. */
export type StorageUse = { line: number; name: string }

/** A comment that names one counts too: what the check would have to understand otherwise is a whole language. */
const storages = /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|cookieStore)\b|\bdocument\.cookie\b/g

/** The store that catches what browsers throw, and an inline script that cannot import it and catches it too. */
const allowed = new Set(['src/platform/client/browser-store.ts', 'src/app/scroll-memory.tsx'])

/**
 * The storages that a file of `src` names. Where cookies are blocked even reading such a global throws, so pages use
 * `siteStore` and `tabStore`.
 */
export function findStorageUses(path: string, source: string): StorageUse[] {
  if (allowed.has(path)) return []
  return source
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(storages)].map(([name]) => ({ line: index + 1, name })))
}

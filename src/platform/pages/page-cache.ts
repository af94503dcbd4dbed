import { createHash } from 'node:crypto'
import { type Encoded, encode } from '../http/server/encodings.ts'

export type CachedPage = { status: number; headers: [string, string][]; body: Encoded; etag: string; validUntil: Date }

export type PageCache = {
  /** The page, unless it has expired. */
  get(key: string): CachedPage | undefined
  /** Passed back to `put`, which drops a page whose rendering began before a change. */
  generation(): number
  put(key: string, generation: number, page: Omit<CachedPage, 'etag' | 'body'> & { body: Buffer }): void
  clear(): void
  size(): { pages: number; bytes: number }
}

/** Bound of the uncompressed bytes. With the compressed forms pages take about five times as much memory. */
const maxBytes = 24 * 1024 * 1024

/**
 * Whole pages, the same for every visitor. Any change of what pages show clears it. While changes cannot be received
 * (`trusted` is false) nothing is served from it, so it never serves an outdated page.
 */
export function createPageCache({ now, trusted }: { now: () => Date; trusted: () => boolean }): PageCache {
  const pages = new Map<string, CachedPage>()
  let generation = 0
  let bytes = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    bytes -= page.body.identity.length
    pages.delete(key)
  }

  return {
    get(key) {
      const page = pages.get(key)
      if (!page || !trusted()) return undefined
      if (page.validUntil <= now()) {
        drop(key)
        return undefined
      }
      return page
    },
    generation: () => generation,
    put(key, madeIn, { body, ...page }) {
      if (madeIn !== generation || !trusted() || page.validUntil <= now()) return
      drop(key)
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      const cachedPage: CachedPage = { ...page, body: { identity: body }, etag }
      pages.set(key, cachedPage)
      bytes += body.length
      for (const next of bytes > maxBytes ? inOrderOfLeaving(pages) : []) {
        if (bytes <= maxBytes) break
        drop(next)
      }
      // Until the compressed forms are ready, visitors get the page uncompressed.
      void encode(body, 5).then((encoded) => {
        cachedPage.body = encoded
      })
    },
    clear() {
      generation += 1
      pages.clear()
      bytes = 0
    },
    size: () => ({ pages: pages.size, bytes }),
  }
}

/** Eviction order: pages with a query first, because any client can request many of them; the oldest first. */
function inOrderOfLeaving(pages: Map<string, CachedPage>): string[] {
  const keys = [...pages.keys()]
  return [...keys.filter((key) => key.includes('?')), ...keys.filter((key) => !key.includes('?'))]
}

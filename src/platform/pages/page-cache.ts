import { createHash } from 'node:crypto'
import { type Encoded, encode } from './cached-response.ts'
import type { PageRead } from './page-reads.ts'

type CachedPage = {
  status: number
  headers: [string, string][]
  body: Encoded
  etag: string
  validUntil: Date
  /** What it was rendered from; null: any change of the data drops it. */
  reads: readonly PageRead[] | null
}

export type PageCache = {
  /** The page, unless it has expired, or data has changed since it was rendered or confirmed. */
  get(key: string): CachedPage | undefined
  /**
   * A page from before a change of the data. Where what it was rendered from is the same, `confirm` serves it again.
   */
  unconfirmed(key: string): CachedPage | undefined
  /** Like `put`, ignored where data changed again after `generation`. */
  confirm(key: string, generation: number, page: CachedPage): void
  /** Passed back to `put`, which drops a page whose rendering began before a change. */
  generation(): number
  put(key: string, generation: number, page: NewPage): void
  /** Data changed: each page has to be confirmed before it is served again. */
  change(): void
  /** Drops every page: something changed that pages do not read through the API, or changes may have been missed. */
  clear(): void
  size(): { pages: number; bytes: number }
}

type NewPage = Pick<CachedPage, 'status' | 'headers' | 'validUntil'> & { body: Buffer; reads?: CachedPage['reads'] }

/** Bound of the uncompressed bytes. With the compressed forms pages take about five times as much memory. */
const maxBytes = 24 * 1024 * 1024

/**
 * Whole pages, the same for every visitor. After a change of the data a page is served only once what it was rendered
 * from was read again and is the same. While changes cannot be received
 * (`trusted` is false) nothing is served from it, so it never serves an outdated page.
 */
export function createPageCache({ now, trusted }: { now: () => Date; trusted: () => boolean }): PageCache {
  const pages = new Map<string, CachedPage>()
  /** The generation in which each page was rendered or confirmed last. */
  const confirmedIn = new WeakMap<CachedPage, number>()
  let generation = 0
  let bytes = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    bytes -= page.body.identity.length
    pages.delete(key)
  }

  function find(key: string): CachedPage | undefined {
    const page = pages.get(key)
    if (!page || !trusted()) return undefined
    if (page.validUntil > now()) return page
    drop(key)
    return undefined
  }

  return {
    get(key) {
      const page = find(key)
      return page && confirmedIn.get(page) === generation ? page : undefined
    },
    unconfirmed(key) {
      const page = find(key)
      return page && confirmedIn.get(page) !== generation ? page : undefined
    },
    confirm(key, madeIn, page) {
      if (madeIn === generation && pages.get(key) === page) confirmedIn.set(page, generation)
    },
    generation: () => generation,
    put(key, madeIn, { body, reads = null, ...page }) {
      if (madeIn !== generation || !trusted() || page.validUntil <= now()) return
      drop(key)
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      const cachedPage: CachedPage = { ...page, reads, body: { identity: body, isText: true }, etag }
      pages.set(key, cachedPage)
      confirmedIn.set(cachedPage, generation)
      bytes += body.length
      for (const next of bytes > maxBytes ? inOrderOfLeaving(pages) : []) {
        if (bytes <= maxBytes) break
        drop(next)
      }
      // Until these are ready, visitors get the page compressed fast.
      void encode(body, 5).then((encoded) => {
        cachedPage.body = encoded
      })
    },
    change() {
      generation += 1
      for (const [key, { reads }] of pages) if (!reads) drop(key)
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

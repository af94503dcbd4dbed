import { createHash } from 'node:crypto'
import { type Encoded, encode } from '../http/encodings.ts'

export type CachedPage = { status: number; headers: [string, string][]; body: Encoded; etag: string; validUntil: Date }

export type PageCache = {
  /** The page, if it is still true at this moment. */
  get(key: string): CachedPage | undefined
  /** What `put` must be given back: a page whose making began before a change is not kept. */
  generation(): number
  put(key: string, generation: number, page: Omit<CachedPage, 'etag' | 'body'> & { body: Buffer }): void
  clear(): void
  size(): { pages: number; bytes: number }
}

/** Pages take about five times their bytes with their smaller forms; this bounds the first forms. */
const maxBytes = 24 * 1024 * 1024

/**
 * Whole pages, the same for every visitor. Cleared by any change of what pages show; while the ear to the database
 * is lost (`trusted` says no) nothing is served from it, so it is never wrong, only slower.
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
      const kept: CachedPage = { ...page, body: { identity: body }, etag }
      pages.set(key, kept)
      bytes += body.length
      for (const next of bytes > maxBytes ? inOrderOfLeaving(pages) : []) {
        if (bytes <= maxBytes) break
        drop(next)
      }
      // The first visitors get the page as it is; the smaller forms join it when they are ready.
      void encode(body, 5).then((encoded) => {
        kept.body = encoded
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

/** Views of a page, which anybody can ask for in numbers, give way before the pages everybody wants; the oldest first. */
function inOrderOfLeaving(pages: Map<string, CachedPage>): string[] {
  const keys = [...pages.keys()]
  return [...keys.filter((key) => key.includes('?')), ...keys.filter((key) => !key.includes('?'))]
}

import { apiHeaderList, ownHeaders } from '#platform/http/headers.ts'
import type { CacheLookup } from '#platform/http/server/listener.ts'
import type { CacheEntry } from '#platform/pages/cached-response.ts'
import { createByteCache } from '../byte-cache.ts'
import { bestOf } from '../pictures/rendering.ts'
import { type Content, headersOf } from './serve-object.ts'
import type { ServedObjects } from './served-objects.ts'

export type ObjectResponseCache = {
  /** A cached response to the same URL; null after any object has changed. */
  find: CacheLookup
  /** Caches a response that was read in this generation. `accept`: set when it depends on that header. */
  keep(url: string, content: Content, from: { generation: number | null; accept?: string }): void
}

/** Bytes in memory are also in the rendition cache, so they count twice. */
const mostBytes = 24 * 1024 * 1024
const mostEntries = 2_000
/** URLs as pages write them; other parameters are left to the application. */
const usual =
  /^\/storage\/v1\/(?:object\/public\/[^?]{1,300}|render\/image\/public\/[^?]{1,300}\?width=\d{1,4}(?:&quality=\d{2,3})?(?:&format=[a-z]{4,6})?)$/

/** A memory cache of public storage responses, consulted before the application. */
export function createObjectResponseCache({
  objects,
  siteUrl,
}: {
  objects: Pick<ServedObjects, 'generation'>
  siteUrl: string
}): ObjectResponseCache {
  const empty = () =>
    createByteCache<CacheEntry>({ mostBytes, mostEntries, sizeOf: ({ body }) => body.identity.length })
  let entries = empty()
  const understood = new Map<string, string>()
  const added = [...apiHeaderList({ https: siteUrl.startsWith('https:') }), ...Object.entries(ownHeaders(siteUrl))]
  let keptIn: number | null = null

  /** Whether cached responses are still valid. */
  function isTrue(generation: number | null): boolean {
    if (generation !== null && generation === keptIn) return true
    entries = empty()
    keptIn = generation
    return false
  }

  function formatFor(accept = ''): string {
    const known = understood.get(accept)
    if (known !== undefined) return known
    const format = bestOf(accept) ?? 'origin'
    if (understood.size < 200) understood.set(accept, format)
    return format
  }

  return {
    find(url, { accept, isSimple }) {
      if (!isSimple || !url.startsWith('/storage/v1/') || !isTrue(objects.generation())) return undefined
      return entries.get(url) ?? entries.get(`${url} ${formatFor(accept)}`)
    },
    keep(url, content, { generation, accept }) {
      const { from } = content
      if (!Buffer.isBuffer(from) || !usual.test(url)) return
      if (generation === null || generation !== objects.generation()) return
      isTrue(generation)
      const key = accept === undefined ? url : `${url} ${formatFor(accept)}`
      if (!entries.get(key)) entries.store(key, readyOf(content, from, added))
    },
  }
}

function readyOf(content: Content, bytes: Buffer, added: [string, string][]): CacheEntry {
  const headers = headersOf(content)
  const vary = [headers.get('Vary'), 'Origin'].filter((name) => name !== null).join(', ')
  for (const [name, value] of added) if (!headers.has(name)) headers.set(name, value)
  for (const name of ['Vary', 'ETag']) headers.delete(name)
  return { headers: [...headers], body: { identity: bytes }, etag: content.etag.slice(1, -1), vary }
}

import { apiHeaderList } from '#platform/http/api-headers.ts'
import { ownHeaders } from '#platform/http/cors.ts'
import type { CacheLookup } from '#platform/http/listener.ts'
import type { CacheEntry } from '#platform/pages/cached-response.ts'
import { bestOf } from '../pictures/rendering.ts'
import { type Content, headersOf } from './answer-bytes.ts'
import type { ServedObjects } from './served-objects.ts'

export type ReadyObjects = {
  /** An answer given before to the same address, for as long as no object has changed since. */
  find: CacheLookup
  /** Keeps an answer that was made from what was read in this generation. `accept`: where it depends on that. */
  keep(url: string, content: Content, from: { generation: number | null; accept?: string }): void
}

/** Bytes at hand are also in the memory of pictures, so this counts them a second time. */
const mostBytes = 24 * 1024 * 1024
const mostAnswers = 2_000
/** Addresses as pages write them; whoever adds parameters of his own is answered by the application. */
const usual =
  /^\/storage\/v1\/(?:object\/public\/[^?]{1,300}|render\/image\/public\/[^?]{1,300}\?width=\d{1,4}(?:&quality=\d{2,3})?(?:&format=[a-z]{4,6})?)$/

/** Answers of the public doors of storage that lie in memory, to be given before the application is asked. */
export function openReadyObjects({
  objects,
  siteUrl,
}: {
  objects: Pick<ServedObjects, 'generation'>
  siteUrl: string
}): ReadyObjects {
  const answers = new Map<string, CacheEntry>()
  const understood = new Map<string, string>()
  const added = [...apiHeaderList({ https: siteUrl.startsWith('https:') }), ...Object.entries(ownHeaders(siteUrl))]
  let keptIn: number | null = null
  let size = 0

  /** Whether what is kept may still be given. */
  function isTrue(generation: number | null): boolean {
    if (generation !== null && generation === keptIn) return true
    answers.clear()
    size = 0
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

  function get(key: string): CacheEntry | undefined {
    const ready = answers.get(key)
    if (!ready) return undefined
    answers.delete(key)
    answers.set(key, ready)
    return ready
  }

  return {
    find(url, { accept, isSimple }) {
      if (!isSimple || !url.startsWith('/storage/v1/') || !isTrue(objects.generation())) return undefined
      return get(url) ?? get(`${url} ${formatFor(accept)}`)
    },
    keep(url, content, { generation, accept }) {
      const { from } = content
      if (!Buffer.isBuffer(from) || from.length > mostBytes / 16 || !usual.test(url)) return
      if (generation === null || generation !== objects.generation()) return
      isTrue(generation)
      const key = accept === undefined ? url : `${url} ${formatFor(accept)}`
      if (answers.has(key)) return
      answers.set(key, readyOf(content, from, added))
      size += from.length
      for (const [oldest, { body }] of answers) {
        if (size <= mostBytes && answers.size <= mostAnswers) break
        answers.delete(oldest)
        size -= body.identity.length
      }
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

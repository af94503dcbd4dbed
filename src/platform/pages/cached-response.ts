import { choose, type Encoded } from '../http/server/encodings.ts'

/** A cached page, a built file or a stored object in memory. `vary`: `Accept-Encoding` unless given. */
export type CacheEntry = { status?: number; headers: [string, string][]; body: Encoded; etag: string; vary?: string }

/** The parts of a request that select the form of a cached response. */
export type CacheRequest = {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  accept: string | undefined
  /** Whether the request has no header that only the application evaluates: `Origin`, a range or a date. */
  isSimple: boolean
}

/** Status, header lines (name, value, name, …) and bytes; a 304 has no bytes. */
export type CachedResponse = { status: number; lines: string[]; bytes: Buffer | null }

type Prepared = { tag: string; lines: string[]; linesWithLength: string[] }

/** Header lines are made once for each form of an entry: building them took 3% of a request. */
const prepared = new WeakMap<CacheEntry, Map<string | null, Prepared>>()

/** The response from a cache entry in the smallest encoding that the client accepts; 304 if the client has it. */
export function cachedResponse(entry: CacheEntry, request: CacheRequest): CachedResponse {
  const { status = 200, body } = entry
  const { body: bytes, encoding } = choose(body, request.acceptEncoding)
  const { tag, lines, linesWithLength } = prepare(entry, encoding, bytes.length)
  if (request.ifNoneMatch?.includes(tag)) return { status: 304, lines, bytes: null }
  return { status, lines: linesWithLength, bytes }
}

function prepare(entry: CacheEntry, encoding: string | null, length: number): Prepared {
  const { etag, vary = 'Accept-Encoding', headers } = entry
  let forms = prepared.get(entry)
  if (!forms) {
    forms = new Map()
    prepared.set(entry, forms)
  }
  const known = forms.get(encoding)
  if (known) return known
  const tag = encoding ? `"${etag}-${encoding}"` : `"${etag}"`
  const lines = ['ETag', tag, 'Vary', vary, ...headers.flat()]
  if (encoding) lines.push('Content-Encoding', encoding)
  const made = { tag, lines, linesWithLength: [...lines, 'Content-Length', String(length)] }
  forms.set(encoding, made)
  return made
}

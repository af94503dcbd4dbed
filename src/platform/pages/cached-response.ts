import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

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

type Prepared = { tag: string; lines: string[]; linesWithLength: string[]; length: number }

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
  // A form that was made for the first request becomes smaller.
  if (known?.length === length) return known
  const tag = encoding ? `"${etag}-${encoding}"` : `"${etag}"`
  const lines = ['ETag', tag, 'Vary', vary, ...headers.flat()]
  if (encoding) lines.push('Content-Encoding', encoding)
  const made = { tag, lines, linesWithLength: [...lines, 'Content-Length', String(length)], length }
  forms.set(encoding, made)
  return made
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A body, and its compressed forms once they exist. `isText`: until then the first request of an encoding makes one. */
export type Encoded = { identity: Buffer; br?: Buffer; gzip?: Buffer; isText?: true }

/** Smaller bodies are not compressed: the header would cost more than it saves. */
const worthBytes = 1_000

/** Adds the compressed forms. `quality` is brotli's: 5 for cached pages, 9 for built files. */
export async function encode(identity: Buffer, quality: number): Promise<Encoded> {
  if (identity.length < worthBytes) return { identity }
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    zip(identity, { level: 6 }),
  ])
  return { identity, br, gzip: gz }
}

/** A body that was rendered for this request, compressed. */
export function encodeNow(identity: Buffer<ArrayBuffer>, accepted: string | undefined): ChosenNow {
  const encoding = identity.length < worthBytes ? undefined : encodingsOf(accepted)[0]
  return encoding ? { body: compressNow(identity, encoding), encoding } : { body: identity, encoding: null }
}

/**
 * Compresses synchronously: 90 kB take half a millisecond, less than a round trip to another thread, and become a tenth
 * larger than in the cache.
 */
function compressNow(identity: Buffer, encoding: Encoding): Buffer<ArrayBuffer> {
  if (encoding === 'gzip') return gzipSync(identity, { level: 1 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return brotliCompressSync(identity, { params })
}

type Encoding = 'br' | 'gzip'
const encodings = ['br', 'gzip'] as const

type ChosenNow = Chosen & { body: Buffer<ArrayBuffer> }
type Chosen = { body: Buffer; encoding: Encoding | null }

/** The smallest form that `Accept-Encoding` accepts; `;q=0` excludes a coding. */
function choose(encoded: Encoded, accepted: string | undefined): Chosen {
  for (const encoding of encodingsOf(accepted)) {
    if (encoded.isText && encoded.identity.length >= worthBytes) {
      encoded[encoding] ??= compressNow(encoded.identity, encoding)
    }
    const body = encoded[encoding]
    if (body) return { body, encoding }
  }
  return { body: encoded.identity, encoding: null }
}

/** Browsers send a few different headers, so each is read once. */
const known = new Map<string, readonly Encoding[]>()
const mostKnown = 100

function encodingsOf(accepted: string | undefined): readonly Encoding[] {
  if (!accepted) return []
  const found = known.get(accepted) ?? encodings.filter((encoding) => takes(accepted.toLowerCase(), encoding))
  if (known.size < mostKnown) known.set(accepted, found)
  return found
}

function takes(accepted: string, name: string): boolean {
  if (!accepted.includes(name)) return false
  return accepted.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim())
    return coding === name && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}

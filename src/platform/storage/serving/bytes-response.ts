import { noSuchKey } from '../storage-error.ts'

type Opening = (range: { first: number; end: number }) => Promise<ReadableStream<Uint8Array> | null>

/** The bytes of a response: in memory, or as a stream of known length. */
export type Content = {
  type: string
  etag: string
  modifiedAt: Date
  cacheControl: string
  sizeBytes: number
  from: Buffer | Opening
  /** Headers of this response only, such as Vary. */
  headers?: Record<string, string>
}

/**
 * The response to GET or HEAD: 200, 304 when the client has these bytes, 206 for one range, 416 for a range outside.
 * Uploads are never documents of the shop's origin: they are sandboxed, with nosniff, and any page may embed them.
 */
export async function bytesResponse(request: Request, content: Content): Promise<Response> {
  const headers = headersOf(content)
  if (isFresh(request.headers, content)) return new Response(null, { status: 304, headers })

  const size = content.sizeBytes
  const range = mayRange(request.headers, content) ? readRange(request.headers.get('range'), size) : 'whole'
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${size}`)
    headers.delete('Content-Type')
    return new Response(null, { status: 416, headers })
  }
  const [first, end] = range === 'whole' ? [0, size] : range
  headers.set('Content-Length', String(end - first))
  if (range !== 'whole') headers.set('Content-Range', `bytes ${first}-${end - 1}/${size}`)
  const status = range === 'whole' ? 200 : 206
  if (request.method === 'HEAD' || end === first) return new Response(null, { status, headers })
  return new Response(await bodyOf(content.from, first, end), { status, headers })
}

/** The headers of every response with this content, except its length. */
export function headersOf(content: Content): Headers {
  return new Headers({
    'Content-Type': content.type,
    ETag: content.etag,
    'Last-Modified': content.modifiedAt.toUTCString(),
    'Cache-Control': content.cacheControl,
    'Accept-Ranges': 'bytes',
    'X-Robots-Tag': 'none',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...content.headers,
  })
}

async function bodyOf(from: Buffer | Opening, first: number, end: number): Promise<BodyInit> {
  if (Buffer.isBuffer(from)) return new Uint8Array(from.buffer as ArrayBuffer, from.byteOffset + first, end - first)
  const stream = await from({ first, end })
  if (!stream) throw noSuchKey()
  return stream as ReadableStream<Uint8Array<ArrayBuffer>>
}

function isFresh(headers: Headers, { etag, modifiedAt }: Content): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since
}

function mayRange(headers: Headers, { etag }: Content): boolean {
  const condition = headers.get('if-range')
  return condition === null || condition === etag
}

/** The first byte and the one after the last. Several ranges, or an invalid one, mean the whole. */
function readRange(header: string | null, size: number): [number, number] | 'whole' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return Number(to) === 0 ? 'outside' : [Math.max(0, size - Number(to)), size]
  if (Number(from) >= size) return 'outside'
  if (to !== '' && Number(to) < Number(from)) return 'whole'
  return [Number(from), to === '' ? size : Math.min(size, Number(to) + 1)]
}

import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { dataPolicy } from '#platform/pages/content-security-policy.ts'
import { type FileStore, originalName } from '../files/file-store.ts'
import { type RenderingRequest, renderingOf } from '../pictures/rendering.ts'
import type { MadePicture, Renditions } from '../pictures/renditions.ts'
import { invalidRequest, noSuchKey } from '../storage-error.ts'
import type { ServedObject } from './served-objects.ts'

const lastingName = /(^|[/-])([0-9a-f]{8,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[a-z0-9]+$/i
const forGood = 'public, max-age=31536000, immutable'
/** Up to about this size a copy in memory costs less than a stream. */
const smallBytes = 1_048_576

export type Serving = { files: FileStore; renditions: Renditions }
/** `download`: the value of that parameter; null without it. */
type ServeOptions = { download: string | null; isPrivate?: boolean }

/** The response to GET or HEAD of an object. */
export async function serveObject(
  request: Request,
  object: ServedObject,
  serving: Serving,
  options: ServeOptions,
): Promise<Response> {
  return bytesResponse(request, await contentOf(object, serving, options))
}

/** The served content: of an image the clean rendition, of other objects their bytes. */
export async function contentOf(
  object: ServedObject,
  { files, renditions }: Serving,
  options: ServeOptions,
): Promise<Content> {
  const { picture, sizeBytes } = object
  if (picture) {
    const clean = await renditions.clean({ ...object, picture })
    return contentOfPicture(object, { ...clean, etag: object.etag }, options)
  }
  const name = originalName(object)
  const content = { ...about(object, options), type: object.type, etag: object.etag }
  if (sizeBytes > smallBytes) return { ...content, sizeBytes, from: (range) => files.stream(name, range) }
  const bytes = await files.read(name)
  if (!bytes) throw noSuchKey()
  return { ...content, sizeBytes: bytes.length, from: bytes }
}

/** The content of a rendition. `varies`: the format depends on `Accept`. */
function contentOfPicture(
  object: ServedObject,
  { bytes, type, etag }: MadePicture,
  options: ServeOptions & { varies?: boolean },
): Content {
  const { headers, ...rest } = about(object, options)
  const varying = options.varies ? { Vary: 'Accept' } : {}
  return { ...rest, headers: { ...headers, ...varying }, type, etag, sizeBytes: bytes.length, from: bytes }
}

function about(object: ServedObject, { download, isPrivate }: ServeOptions) {
  const cacheControl = isPrivate ? `private, ${object.cacheControl}` : cacheControlOf(object)
  const headers: Content['headers'] = { 'Content-Disposition': disposition(object.key, download) }
  return { modifiedAt: object.modifiedAt, cacheControl, headers }
}

/**
 * The stored cache control; but an image whose name contains a hash of its bytes or a random id is immutable, unless
 * its upload requested less than the default hour.
 */
function cacheControlOf({ key, cacheControl, picture }: ServedObject): string {
  const seconds = Number(/^max-age=(\d+)$/.exec(cacheControl)?.[1] ?? 0)
  return picture && lastingName.test(key) && seconds >= 3_600 ? forGood : cacheControl
}

/** Inline, unless a download is requested, under its own name or the given one (RFC 6266, RFC 8187). */
function disposition(key: string, download: string | null): string {
  if (download === '') return 'attachment;'
  const name = download ?? key.split('/').at(-1) ?? ''
  const kind = download === null ? 'inline' : 'attachment'
  return `${kind}; filename=${plainFileName(name)}; filename*=UTF-8''${encodedFileName(name)}`
}

/** For clients without `filename*`: in ASCII, and without the signs that they read in different ways. */
function plainFileName(name: string): string {
  return /^[A-Za-z0-9._-]+$/.test(name) ? name : `"${name.replaceAll(/[^\x20-\x7e]|["%\\]/gu, '_')}"`
}

/** `encodeURIComponent` leaves four signs that RFC 8187 does not allow. */
function encodedFileName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

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
    'Content-Security-Policy': dataPolicy,
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

/** How many new sizes one client may cause; existing ones are not counted. */
const newSizes = { perMinute: 60 }

/**
 * An image in the requested size and format. `varies`: the format depends on `Accept`. Refuses objects that are not
 * images, and more new sizes a minute than one client may cause.
 */
export async function renderObject(
  c: Context<Env>,
  {
    object,
    asked: request,
    isPrivate = false,
  }: { object: ServedObject; asked: RenderingRequest } & Omit<ServeOptions, 'download'>,
  { renditions }: Pick<Serving, 'renditions'>,
): Promise<{ content: Content; varies: boolean }> {
  const { picture } = object
  if (!picture) throw invalidRequest('Only pictures have other sizes')
  const rendering = renderingOf(request, picture, c.req.header('accept') ?? '')
  const by = limitKey(c.var.clientIp)
  // The page widths in WebP are not limited: each is made once.
  const isDue = rendering.step !== null && rendering.format === 'webp'
  const mayMake = () => c.var.rateLimiter.consume('storage.new-sizes', by, newSizes)
  const made = await renditions.get({ ...object, picture }, rendering, isDue ? {} : { by, mayMake })
  const varies = request.format === null
  const options = { download: c.req.query('download') ?? null, isPrivate, varies }
  const content = contentOfPicture(object, made, options)
  // Search engines and shopping channels may index the images of pages, but not the originals.
  if (!isPrivate) content.headers = { ...content.headers, 'X-Robots-Tag': 'all' }
  return { varies, content }
}

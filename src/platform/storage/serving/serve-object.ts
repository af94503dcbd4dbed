import type { FileStore } from '../files/file-store.ts'
import { originalName } from '../files/file-store.ts'
import type { MadePicture, Renditions } from '../pictures/renditions.ts'
import { noSuchKey } from '../storage-error.ts'
import { bytesResponse, type Content } from './bytes-response.ts'
import type { ServedObject } from './served-objects.ts'

const lastingName = /(^|[/-])([0-9a-f]{8,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[a-z0-9]+$/i
const forGood = 'public, max-age=31536000, immutable'
/** Up to about this size a copy in memory costs less than a stream. */
const smallBytes = 1_048_576

export type Serving = { files: FileStore; renditions: Renditions }
/** `download`: the value of that parameter; null without it. */
export type ServeOptions = { download: string | null; isPrivate?: boolean }

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
export function contentOfPicture(
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

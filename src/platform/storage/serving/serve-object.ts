import type { FileStore } from '../files/file-store.ts'
import { originalName } from '../files/file-store.ts'
import type { MadePicture, Renditions } from '../pictures/renditions.ts'
import { noSuchKey } from '../storage-error.ts'
import { answerBytes, type Content } from './answer-bytes.ts'
import type { ServedObject } from './served-objects.ts'

const lastingName = /(^|[/-])([0-9a-f]{8,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[a-z0-9]+$/i
const forGood = 'public, max-age=31536000, immutable'
/** A stream costs more than the copy it saves, up to about here. */
const smallBytes = 1_048_576

export type Serving = { files: FileStore; renditions: Renditions }
/** `download`: the value of that parameter; null where there is none. */
export type Wish = { download: string | null; isPrivate?: boolean }

/** The answer to GET or HEAD of an object. */
export async function serveObject(
  request: Request,
  object: ServedObject,
  serving: Serving,
  wish: Wish,
): Promise<Response> {
  return answerBytes(request, await contentOf(object, serving, wish))
}

/** What is sent of an object: of a picture the whole, re-encoded; of anything else the bytes as they came. */
export async function contentOf(object: ServedObject, { files, renditions }: Serving, wish: Wish): Promise<Content> {
  const { picture, sizeBytes } = object
  if (picture) {
    const clean = await renditions.clean({ ...object, picture })
    return contentOfPicture(object, { ...clean, etag: object.etag }, wish)
  }
  const name = originalName(object)
  const content = { ...about(object, wish), type: object.type, etag: object.etag }
  if (sizeBytes > smallBytes) return { ...content, sizeBytes, from: (range) => files.stream(name, range) }
  const bytes = await files.read(name)
  if (!bytes) throw noSuchKey()
  return { ...content, sizeBytes: bytes.length, from: bytes }
}

/** What was made of a picture. `varies`: another caller may get another format. */
export function contentOfPicture(
  object: ServedObject,
  { bytes, type, etag }: MadePicture,
  wish: Wish & { varies?: boolean },
): Content {
  const { headers, ...rest } = about(object, wish)
  const varying = wish.varies ? { Vary: 'Accept' } : {}
  return { ...rest, headers: { ...headers, ...varying }, type, etag, sizeBytes: bytes.length, from: bytes }
}

function about(object: ServedObject, { download, isPrivate }: Wish) {
  const cacheControl = isPrivate ? `private, ${object.cacheControl}` : cacheControlOf(object)
  const headers: Content['headers'] = { 'Content-Disposition': disposition(object.key, download) }
  return { modifiedAt: object.modifiedAt, cacheControl, headers }
}

/**
 * As the upload asked, but for pictures whose name says that it was made from their bytes or at random, and of whom
 * nobody asked for less than the usual hour: their address never means another picture.
 */
function cacheControlOf({ key, cacheControl, picture }: ServedObject): string {
  const seconds = Number(/^max-age=(\d+)$/.exec(cacheControl)?.[1] ?? 0)
  return picture && lastingName.test(key) && seconds >= 3_600 ? forGood : cacheControl
}

/** Shown in its place unless it is asked for as a download, under its own name or the one it is given. */
function disposition(key: string, download: string | null): string {
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download ?? key.split('/').at(-1) ?? '').replaceAll("'", '%27')
  return `${download === null ? 'inline' : 'attachment'}; filename=${name}; filename*=UTF-8''${name}`
}

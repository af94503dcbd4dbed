import { type Context, Hono } from 'hono'
import { isUnreachable } from '#infrastructure/http/answer-error.ts'
import { limitKey } from '#infrastructure/http/client-ip.ts'
import type { Env } from '#infrastructure/http/env.ts'
import { DamagedPicture } from '../pictures/image-process.ts'
import { readRendering, renderingOf } from '../pictures/rendering.ts'
import { invalidRequest, StorageError, storageErrorBody } from '../storage-error.ts'
import { type Serving, serveObject, servePicture, type Wish } from './serve-object.ts'
import type { ServedObject, ServedObjects } from './served-objects.ts'

export type StoragePublicOptions = Serving & { objects: ServedObjects }

/** New sizes of pictures that one address may have made; those there already are not counted. */
const newSizes = { perMinute: 60 }

/**
 * What anybody may read of public buckets, mounted at /storage/v1: objects, and pictures at the size and in the format
 * asked for; and pictures of other buckets for whom row security shows them. Needs no key.
 */
export function storagePublicApi({ objects, ...serving }: StoragePublicOptions): Hono<Env> {
  return new Hono<Env>()
    .onError(answerStorageError)
    .get('/object/public/:bucket/*', async (c) => {
      const object = await objects.findPublic(...pathOf(c, '/object/public/'))
      return serveObject(c.req.raw, object, serving, { download: c.req.query('download') ?? null })
    })
    .get('/render/image/public/:bucket/*', async (c) => {
      return render(c, await objects.findPublic(...pathOf(c, '/render/image/public/')), serving)
    })
    .get('/render/image/authenticated/:bucket/*', async (c) => {
      if (c.var.tokenError) throw new StorageError(403, 'Unauthorized', 'AccessDenied', c.var.tokenError.message)
      const object = await objects.findFor(c.var.claims, ...pathOf(c, '/render/image/authenticated/'))
      return render(c, object, serving, { isPrivate: true })
    })
}

/** A picture at the size and in the format that the query asks for. */
async function render(
  c: Context<Env>,
  object: ServedObject,
  { renditions }: Serving,
  wish: Omit<Wish, 'download'> = {},
): Promise<Response> {
  const asked = readRendering(new URL(c.req.url).searchParams)
  const { picture } = object
  if (!picture) throw invalidRequest('Only pictures have other sizes')
  const rendering = renderingOf(asked, picture, c.req.header('accept') ?? '')
  const by = limitKey(c.var.clientIp)
  const mayMake = () => c.var.limiter.take('storage.new-sizes', by, newSizes)
  const made = await renditions.get({ ...object, picture }, rendering, { by, mayMake })
  const download = c.req.query('download') ?? null
  return servePicture(c.req.raw, object, made, { ...wish, download, varies: asked.format === null })
}

/** Bucket and path as they stand in the URL. */
function pathOf(c: Context<Env>, after: string): [string, string] {
  const { pathname } = new URL(c.req.url)
  const [bucket = '', ...path] = pathname.slice(pathname.indexOf(after) + after.length).split('/')
  return [bucket, path.join('/')]
}

function answerStorageError(error: Error, c: Context<Env>): Response {
  const noStore = { 'Cache-Control': 'no-store' }
  if (error instanceof StorageError) return c.json(storageErrorBody(error), 400, noStore)
  // A file that does not decode as a picture is the caller's bad luck, not a fault of the shop.
  if (error instanceof DamagedPicture) {
    const damaged = new StorageError(422, 'InvalidImage', 'InvalidImage', 'This picture cannot be shown')
    return c.json(storageErrorBody(damaged), 400, noStore)
  }
  c.var.log.error({ error }, 'a stored object could not be served')
  const busy = { statusCode: '503', error: 'Unavailable', message: 'Please try again in a moment', code: 'SlowDown' }
  if (isUnreachable(error)) return c.json(busy, 503, { ...noStore, 'Retry-After': '2' })
  const body = { statusCode: '500', error: 'Internal', message: 'Internal Server Error', code: 'InternalError' }
  return c.json(body, 500, noStore)
}

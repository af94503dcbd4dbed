import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { placeOf } from '../object-key.ts'
import { type RenderingRequest, readRendering } from '../pictures/rendering.ts'
import { callerOf } from '../request.ts'
import { handleStorageError } from '../storage-error.ts'
import type { ObjectResponseCache } from './object-response-cache.ts'
import { bytesResponse, type Content, contentOf, renderObject, type Serving } from './serve-object.ts'
import type { ServedObjects } from './served-objects.ts'

type StoragePublicOptions = Serving & { objects: ServedObjects; ready: ObjectResponseCache }

/**
 * The public reads, mounted at /storage/v1 without an API key: objects of public buckets, and images in the requested
 * size and format; images of other buckets for callers with the right to read them.
 */
export function storagePublicApi({ objects, ready, ...serving }: StoragePublicOptions): Hono<Env> {
  /** Responds, and caches the response for the next request. */
  function respond(
    c: Context<Env>,
    content: Content,
    from: { generation: number | null; accept?: string },
  ): Promise<Response> {
    const url = c.env?.incoming?.url
    if (url !== undefined) ready.keep(url, content, from)
    return bytesResponse(c.req.raw, content)
  }

  return new Hono<Env>()
    .onError(handleStorageError)
    .get('/object/public/:bucket/*', async (c) => {
      const generation = objects.generation()
      const object = await objects.findPublic(placeOf(c, '/object/public/'))
      return respond(c, await contentOf(object, serving, { download: c.req.query('download') ?? null }), { generation })
    })
    .get('/render/image/public/:bucket/*', async (c) => {
      const generation = objects.generation()
      const object = await objects.findPublic(placeOf(c, '/render/image/public/'))
      const { varies, content } = await renderObject(c, { object, asked: readRequested(c) }, serving)
      return respond(c, content, { generation, ...(varies && { accept: c.req.header('accept') ?? '' }) })
    })
    .get('/render/image/authenticated/:bucket/*', async (c) => {
      const { claims } = callerOf(c)
      const object = await objects.findFor(claims, placeOf(c, '/render/image/authenticated/'))
      const { content } = await renderObject(c, { object, asked: readRequested(c), isPrivate: true }, serving)
      return bytesResponse(c.req.raw, content)
    })
}

function readRequested(c: Context<Env>): RenderingRequest {
  return readRendering(new URL(c.req.url).searchParams)
}

import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { type RenderingRequest, renderingOf } from '../pictures/rendering.ts'
import { invalidRequest } from '../storage-error.ts'
import type { Content } from './bytes-response.ts'
import { contentOfPicture, type ServeOptions, type Serving } from './serve-object.ts'
import type { ServedObject } from './served-objects.ts'

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

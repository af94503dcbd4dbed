import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { type AskedRendering, renderingOf } from '../pictures/rendering.ts'
import { invalidRequest } from '../storage-error.ts'
import type { Content } from './answer-bytes.ts'
import { contentOfPicture, type Serving, type Wish } from './serve-object.ts'
import type { ServedObject } from './served-objects.ts'

/** New sizes of pictures that one address may have made; those there already are not counted. */
const newSizes = { perMinute: 60 }

/**
 * A picture at the size and in the format asked for. `varies`: another caller may get another format. Refuses what is no
 * picture, and more new sizes a minute than one address may have made.
 */
export async function renderObject(
  c: Context<Env>,
  { object, asked, isPrivate = false }: { object: ServedObject; asked: AskedRendering } & Omit<Wish, 'download'>,
  { renditions }: Pick<Serving, 'renditions'>,
): Promise<{ content: Content; varies: boolean }> {
  const { picture } = object
  if (!picture) throw invalidRequest('Only pictures have other sizes')
  const rendering = renderingOf(asked, picture, c.req.header('accept') ?? '')
  const by = limitKey(c.var.clientIp)
  // The ladder in WebP is every picture's due, and each step of it is made once.
  const isDue = rendering.step !== null && rendering.format === 'webp'
  const mayMake = () => c.var.rateLimiter.consume('storage.new-sizes', by, newSizes)
  const made = await renditions.get({ ...object, picture }, rendering, isDue ? {} : { by, mayMake })
  const varies = asked.format === null
  const wish = { download: c.req.query('download') ?? null, isPrivate, varies }
  const content = contentOfPicture(object, made, wish)
  // What pages show may be found by a search for pictures, and taken up by shopping channels; what was uploaded may not.
  if (!isPrivate) content.headers = { ...content.headers, 'X-Robots-Tag': 'all' }
  return { varies, content }
}

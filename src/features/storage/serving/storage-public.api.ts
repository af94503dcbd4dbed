import { type Context, Hono } from 'hono'
import { limitKey } from '#infrastructure/http/client-ip.ts'
import type { Env } from '#infrastructure/http/env.ts'
import { answerStorageError } from '../answer-storage-error.ts'
import { callerOf } from '../caller.ts'
import { readRendering, renderingOf } from '../pictures/rendering.ts'
import { invalidRequest } from '../storage-error.ts'
import { answerBytes, type Content } from './answer-bytes.ts'
import type { ReadyObjects } from './ready-objects.ts'
import { contentOf, contentOfPicture, type Serving, type Wish } from './serve-object.ts'
import type { ServedObject, ServedObjects } from './served-objects.ts'

export type StoragePublicOptions = Serving & { objects: ServedObjects; ready: ReadyObjects }

/** New sizes of pictures that one address may have made; those there already are not counted. */
const newSizes = { perMinute: 60 }

/**
 * What anybody may read of public buckets, mounted at /storage/v1: objects, and pictures at the size and in the format
 * asked for; and pictures of other buckets for whom row security shows them. Needs no key.
 */
export function storagePublicApi({ objects, ready, ...serving }: StoragePublicOptions): Hono<Env> {
  /** Answers, and has the answer ready for who asks next. */
  function answer(
    c: Context<Env>,
    content: Content,
    from: { generation: number | null; accept?: string },
  ): Promise<Response> {
    const url = c.env?.incoming?.url
    if (url !== undefined) ready.keep(url, content, from)
    return answerBytes(c.req.raw, content)
  }

  return new Hono<Env>()
    .onError(answerStorageError)
    .get('/object/public/:bucket/*', async (c) => {
      const generation = objects.generation()
      const object = await objects.findPublic(...pathOf(c, '/object/public/'))
      return answer(c, await contentOf(object, serving, { download: downloadOf(c) }), { generation })
    })
    .get('/render/image/public/:bucket/*', async (c) => {
      const generation = objects.generation()
      const object = await objects.findPublic(...pathOf(c, '/render/image/public/'))
      const { varies, content } = await render(c, object, serving)
      return answer(c, content, { generation, ...(varies && { accept: c.req.header('accept') ?? '' }) })
    })
    .get('/render/image/authenticated/:bucket/*', async (c) => {
      const { claims } = callerOf(c)
      const object = await objects.findFor(claims, ...pathOf(c, '/render/image/authenticated/'))
      const { content } = await render(c, object, serving, { isPrivate: true })
      return answerBytes(c.req.raw, content)
    })
}

/** A picture at the size and in the format that the query asks for. */
async function render(
  c: Context<Env>,
  object: ServedObject,
  { renditions }: Serving,
  wish: Omit<Wish, 'download'> = {},
): Promise<{ content: Content; varies: boolean }> {
  const asked = readRendering(new URL(c.req.url).searchParams)
  const { picture } = object
  if (!picture) throw invalidRequest('Only pictures have other sizes')
  const rendering = renderingOf(asked, picture, c.req.header('accept') ?? '')
  const by = limitKey(c.var.clientIp)
  // The ladder in WebP is every picture's due, and each step of it is made once.
  const isDue = rendering.step !== null && rendering.format === 'webp'
  const mayMake = () => c.var.limiter.take('storage.new-sizes', by, newSizes)
  const made = await renditions.get({ ...object, picture }, rendering, isDue ? {} : { by, mayMake })
  const varies = asked.format === null
  return { varies, content: contentOfPicture(object, made, { ...wish, download: downloadOf(c), varies }) }
}

function downloadOf(c: Context<Env>): string | null {
  return c.req.query('download') ?? null
}

/** Bucket and path as they stand in the URL. */
function pathOf(c: Context<Env>, after: string): [string, string] {
  const { pathname } = new URL(c.req.url)
  const [bucket = '', ...path] = pathname.slice(pathname.indexOf(after) + after.length).split('/')
  return [bucket, path.join('/')]
}

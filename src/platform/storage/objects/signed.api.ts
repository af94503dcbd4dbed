import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { checkType, findBucket, limitOf } from '../buckets/bucket.ts'
import { callerOf, ownerOf } from '../caller.ts'
import { objectKey } from '../object-key.ts'
import { type RenderingRequest, readRendering } from '../pictures/rendering.ts'
import { readJson } from '../read-json.ts'
import { bytesResponse } from '../serving/bytes-response.ts'
import { renderObject } from '../serving/render-object.ts'
import { type Serving, serveObject } from '../serving/serve-object.ts'
import type { ServedObjects } from '../serving/served-objects.ts'
import type { StorageDeps } from '../storage-deps.ts'
import { noSuchKey } from '../storage-error.ts'
import { authorizeUpload } from './authorize-upload.ts'
import { keyOf, placeOf } from './object-path.ts'
import { readObject } from './object-row.ts'
import { saveObject, storeUpload } from './save-object.ts'
import { type Grant, readGrant, shopNow, signGrant } from './signed.ts'
import { checkDeclaredLength, openUpload } from './upload-body.ts'

const expiresIn = z
  .number()
  .int()
  .min(1)
  .max(10 * 366 * 86_400)
const pixels = z.number().int().min(0).nullish()
const Transform = z.object({
  width: pixels,
  height: pixels,
  resize: z.enum(['cover', 'contain', 'fill']).nullish(),
  format: z.enum(['origin', 'webp', 'avif']).nullish(),
  quality: z.number().int().min(0).nullish(),
})
const One = z.object({ expiresIn, transform: Transform.nullish() })
const Many = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(500) })
const uploadSeconds = 7_200

export type SignedOptions = StorageDeps & Serving & { objects: ServedObjects; secret: string }

/** Signed URLs, whose bearer may read one object, or upload it, until they expire. */
export function signedApi({ objects, renditions, secret, ...deps }: SignedOptions): Hono<Env> {
  const { db, files } = deps
  const now = () => db.asService(shopNow)
  const sign = async (object: string, seconds: number) =>
    signGrant({ purpose: 'read', object }, { secret, now: await now(), seconds })
  const read = async <Purpose extends Grant['purpose']>(c: Context<Env>, purpose: Purpose, object: string) =>
    readGrant(c.req.query('token'), { secret, now: await now(), purpose, object })

  /** The object of a signed URL, and its grant. */
  async function openSigned<Purpose extends 'read' | 'render'>(c: Context<Env>, after: string, purpose: Purpose) {
    const { bucketId, encodedKey } = placeOf(c, after)
    const key = objectKey(encodedKey)
    if (!key) throw noSuchKey()
    const grant = await read(c, purpose, `${bucketId}/${key}`)
    const object = await objects.findObject(bucketId, key)
    if (!object) throw noSuchKey()
    return { object, grant }
  }

  return new Hono<Env>()
    .post('/object/upload/sign/:bucket/*', async (c) => {
      const caller = callerOf(c)
      const { bucketId, encodedKey } = placeOf(c, '/object/upload/sign/')
      const bucket = await findBucket(db, bucketId)
      const key = keyOf(encodedKey)
      const upsert = c.req.header('x-upsert') === 'true'
      await authorizeUpload(db, caller, { bucket: bucket.id, key, upsert })
      const object = `${bucket.id}/${key}`
      const grant = { purpose: 'upload', object, owner: ownerOf(caller), upsert } as const
      const token = await signGrant(grant, { secret, now: await now(), seconds: uploadSeconds })
      return c.json({ url: `/object/upload/sign/${bucketId}/${encodedKey}?token=${token}`, token })
    })
    .put('/object/upload/sign/:bucket/*', (c) => uploadSigned(c))
    .post('/object/sign/:bucket', async (c) => {
      const caller = callerOf(c)
      const body = await readJson(c, Many)
      const bucket = c.req.param('bucket')
      const { rows } = await db.as(caller.claims, (tx) =>
        sql<{ name: string }>`select name from storage.objects
          where bucket_id = ${bucket} and name = any(${body.paths}::text[])`.execute(tx),
      )
      const there = new Set(rows.map(({ name }) => name))
      const error = 'Either the object does not exist or you do not have access to it'
      const signedUrls = body.paths.map(async (path) => {
        if (!there.has(path)) return { error, path, signedURL: null }
        const token = await sign(`${bucket}/${path}`, body.expiresIn)
        return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
      })
      return c.json(await Promise.all(signedUrls))
    })
    .post('/object/sign/:bucket/*', async (c) => {
      const caller = callerOf(c)
      const body = await readJson(c, One)
      const { bucketId, encodedKey } = placeOf(c, '/object/sign/')
      const row = await db.as(caller.claims, (tx) => readObject(tx, bucketId, objectKey(encodedKey)))
      const object = `${bucketId}/${row.name}`
      const rendering = renderingIn(body.transform)
      // Not encoded: the client encodes the whole URL.
      if (!rendering) return c.json({ signedURL: `/object/sign/${object}?token=${await sign(object, body.expiresIn)}` })
      const grant = { purpose: 'render', object, asked: rendering } as const
      const token = await signGrant(grant, { secret, now: await now(), seconds: body.expiresIn })
      return c.json({ signedURL: `/render/image/sign/${object}?token=${token}` })
    })
    .get('/object/sign/:bucket/*', async (c) => {
      const { object } = await openSigned(c, '/object/sign/', 'read')
      const options = { download: c.req.query('download') ?? null, isPrivate: true }
      return serveObject(c.req.raw, object, { files, renditions }, options)
    })
    .get('/render/image/sign/:bucket/*', async (c) => {
      const { object, grant } = await openSigned(c, '/render/image/sign/', 'render')
      const { content } = await renderObject(c, { object, asked: grant.asked, isPrivate: true }, { renditions })
      return bytesResponse(c.req.raw, content)
    })

  async function uploadSigned(c: Context<Env>): Promise<Response> {
    const { bucketId, encodedKey } = placeOf(c, '/object/upload/sign/')
    const key = keyOf(encodedKey)
    const bucket = await findBucket(db, bucketId)
    const name = `${bucket.id}/${key}`
    const { owner, upsert } = await read(c, 'upload', name)
    checkDeclaredLength(c.req.raw, limitOf(bucket))
    const incoming = await openUpload(c.req.raw)
    checkType(deps, bucket, incoming.type)
    const id = await authorizeUpload(
      db,
      { claims: { role: 'service_role' }, context: {} },
      { bucket: bucket.id, key, upsert },
    )
    const place = { bucket: bucket.id, key, upsert, owner }
    await saveObject(deps, place, await storeUpload(deps, bucket, id, incoming))
    return c.json({ Key: name })
  }
}

/** The rendering that a token allows, within the general limits; null for the original. */
function renderingIn(transform: z.output<typeof Transform> | null | undefined): RenderingRequest | null {
  const query = new URLSearchParams()
  // Zero is left out, as the client does in its own queries.
  for (const [name, value] of Object.entries(transform ?? {})) if (value) query.set(name, String(value))
  return query.size > 0 ? readRendering(query) : null
}

import { type Context, Hono } from 'hono'
import { errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { readShopNow } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { findBucket, type StorageDeps } from '../buckets/bucket.ts'
import { keyOf, objectKey, placeOf } from '../object-key.ts'
import { type RenderingRequest, readRendering } from '../pictures/rendering.ts'
import { type Caller, callerOf, ownerOf, readJson } from '../request.ts'
import { bytesResponse, renderObject, type Serving, serveObject } from '../serving/serve-object.ts'
import type { ServedObjects } from '../serving/served-objects.ts'
import { badSchema, noSuchKey, StorageError } from '../storage-error.ts'
import { readObject } from './object-row.ts'
import { authorizeUpload, receiveUpload } from './save-object.ts'

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
  const now = () => db.asService(readShopNow)
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
    const name = `${bucketId}/${keyOf(encodedKey)}`
    const bucket = await findBucket(db, bucketId)
    const { owner, upsert } = await read(c, 'upload', name)
    const service: Caller = { claims: { role: 'service_role' }, context: {} }
    await receiveUpload(deps, service, c.req.raw, { bucket, encodedKey, upsert, owner })
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

/** What the bearer of a signed URL may do with one object until it expires. */
type Grant =
  | { purpose: 'read'; object: string }
  /** To read an image in this rendering only. */
  | { purpose: 'render'; object: string; asked: RenderingRequest }
  | { purpose: 'upload'; object: string; owner: string | null; upsert: boolean }

/**
 * A token that is valid for so many seconds. `secret` signs nothing else, so a token of another kind is never accepted.
 */
export function signGrant(grant: Grant, { secret, now, seconds }: { secret: string; now: Date; seconds: number }) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const { object, ...rest } = grant
  return new SignJWT({ url: object, ...rest })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(new TextEncoder().encode(secret))
}

/** Verifies a token for that object. Refuses InvalidSignature, also for another object or purpose, and ExpiredToken. */
async function readGrant<Purpose extends Grant['purpose']>(
  token: string | undefined,
  { secret, now, purpose, object }: { secret: string; now: Date; purpose: Purpose; object: string },
): Promise<Extract<Grant, { purpose: Purpose }>> {
  if (!token) throw badSchema("querystring must have required property 'token'")
  const options = { algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp', 'url'] }
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(refuse)
  if (payload.url !== object || payload.purpose !== purpose) throw invalidSignature()
  return { ...payload, object, purpose } as unknown as Extract<Grant, { purpose: Purpose }>
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new StorageError(400, 'ExpiredToken', 'ExpiredToken', '"exp" claim timestamp check failed')
  }
  if (error instanceof errors.JOSEError) throw invalidSignature()
  throw error
}

function invalidSignature(): StorageError {
  return new StorageError(400, 'InvalidSignature', 'InvalidSignature', 'Invalid signature')
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import type { Log } from '#infrastructure/log.ts'
import type { Derivatives } from '../pictures/derivatives.ts'
import { DamagedPicture } from '../pictures/image-process.ts'
import { readRendering } from '../pictures/rendering.ts'
import { StorageError, storageErrorBody } from '../storage-error.ts'
import { answerBytes, disposition } from './answer-bytes.ts'
import { getStoredObject, type StoredObject } from './stored-object.ts'

const forGood = 'public, max-age=31536000, immutable'
const forAnHour = 'public, max-age=3600'

export type StoragePublicOptions = { dataDir: string; derivatives: Derivatives; log: Log }

/**
 * What anybody may read of public buckets, mounted at /storage/v1: the stored bytes, and pictures at the size and in
 * the format asked for. Needs no key and no database.
 */
export function storagePublicApi({ dataDir, derivatives, log }: StoragePublicOptions): Hono {
  return new Hono()
    .onError((error, c) => {
      if (error instanceof StorageError) return c.json(storageErrorBody(error), 400, { 'Cache-Control': 'no-store' })
      log.error({ error }, 'a stored picture could not be served')
      const body = { statusCode: '500', error: 'Internal', message: 'Internal Server Error', code: 'InternalError' }
      return c.json(body, 500, { 'Cache-Control': 'no-store' })
    })
    .get('/object/public/:bucket/*', async (c) => {
      const object = await asked(c, dataDir, '/object/public/')
      // A stream costs more than the copy it saves, up to about here.
      const from = object.sizeBytes <= 1_048_576 ? await readFile(object.path) : object.path
      return answerBytes(c.req.raw, {
        type: object.type,
        etag: `"${createHash('sha256').update(`${object.key} ${object.version}`).digest('hex').slice(0, 32)}"`,
        modifiedAt: object.modifiedAt,
        cacheControl: object.isImmutable ? forGood : forAnHour,
        sizeBytes: typeof from === 'string' ? object.sizeBytes : from.length,
        from,
        headers: disposition(c.req.query('download') ?? null),
      })
    })
    .get('/render/image/public/:bucket/*', async (c) => {
      const object = await asked(c, dataDir, '/render/image/public/')
      const query = new URL(c.req.url).searchParams
      const rendering = readRendering(query, { type: object.type, accept: c.req.header('accept') ?? '' })
      const { bytes, type, etag } = await derivatives
        .get(object, rendering, { mayFallBack: query.get('format') !== 'avif' })
        .catch(refuseDamaged)
      return answerBytes(c.req.raw, {
        type,
        etag,
        modifiedAt: object.modifiedAt,
        cacheControl: object.isImmutable ? forGood : forAnHour,
        sizeBytes: bytes.length,
        from: bytes,
        headers: { ...(query.get('format') ? {} : { Vary: 'Accept' }), ...disposition(query.get('download')) },
      })
    })
}

function asked(c: Context, dataDir: string, after: string): Promise<StoredObject> {
  const { pathname } = new URL(c.req.url)
  const [bucket = '', ...path] = pathname.slice(pathname.indexOf(after) + after.length).split('/')
  return getStoredObject(dataDir, bucket, path.join('/'))
}

/** A file that does not decode as a picture is the caller's bad luck, not a fault of the shop. */
function refuseDamaged(error: unknown): never {
  if (!(error instanceof DamagedPicture)) throw error
  throw new StorageError(422, 'InvalidImage', 'InvalidImage', 'This picture cannot be shown')
}

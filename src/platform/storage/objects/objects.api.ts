import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Caller, callerOf } from '../caller.ts'
import { objectKey } from '../object-key.ts'
import { readJson } from '../read-json.ts'
import { type Serving, serveObject } from '../serving/serve-object.ts'
import type { ServedObjects } from '../serving/served-objects.ts'
import type { StorageDeps } from '../storage-deps.ts'
import { noSuchKey } from '../storage-error.ts'
import { Listing, listObjects } from './list-objects.ts'
import { Copy, copyObject, Move, moveObject } from './move-copy.ts'
import { placeOf } from './object-path.ts'
import { infoOf, type ObjectRow, readObject, removedOf } from './object-row.ts'

const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

export type ObjectsOptions = StorageDeps & Serving & { objects: ServedObjects }

/** Reading, listing, moving and deleting objects, with the caller's own rights. */
export function objectsApi({ objects, renditions, ...deps }: ObjectsOptions): Hono<Env> {
  const { db, files } = deps
  const as = <T>({ claims, context }: Caller, work: (tx: Tx) => Promise<T>) => db.as(claims, work, context)

  return new Hono<Env>()
    .post('/object/list/:bucket', async (c) => {
      const caller = callerOf(c)
      const body = await readJson(c, Listing)
      return c.json(await as(caller, (tx) => listObjects(tx, c.req.param('bucket'), body)))
    })
    .post('/object/move', async (c) => {
      const caller = callerOf(c)
      await moveObject(deps, caller, await readJson(c, Move))
      return c.json({ message: 'Successfully moved' })
    })
    .post('/object/copy', async (c) => {
      const caller = callerOf(c)
      const upsert = c.req.header('x-upsert') === 'true'
      const made = await copyObject(deps, caller, { ...(await readJson(c, Copy)), upsert })
      return c.json({ Id: made.id, Key: made.name })
    })
    .get('/object/info/:bucket/*', async (c) => {
      const caller = callerOf(c)
      const { bucketId, encodedKey } = placeOf(c, '/object/info/')
      return c.json(infoOf(await as(caller, (tx) => readObject(tx, bucketId, objectKey(encodedKey)))))
    })
    .delete('/object/:bucket', async (c) => {
      const caller = callerOf(c)
      const { prefixes } = await readJson(c, Removal)
      const removed = await as(caller, (tx) => remove(tx, c.req.param('bucket'), prefixes)).catch(noneIfRefused)
      return c.json(removed.map(removedOf))
    })
    .delete('/object/:bucket/*', async (c) => {
      const caller = callerOf(c)
      const { bucketId, encodedKey } = placeOf(c, '/object/')
      const removed = await as(caller, (tx) => remove(tx, bucketId, [objectKey(encodedKey) ?? ''])).catch(noneIfRefused)
      if (removed.length === 0) throw noSuchKey()
      return c.json({ message: 'Successfully deleted' })
    })
    .on('GET', ['/object/authenticated/:bucket/*', '/object/:bucket/*'], async (c) => {
      const caller = callerOf(c)
      const isNamed = c.req.routePath.includes('authenticated')
      const { bucketId, encodedKey } = placeOf(c, isNamed ? '/object/authenticated/' : '/object/')
      const object = await objects.findFor(caller.claims, bucketId, encodedKey)
      const options = { download: c.req.query('download') ?? null, isPrivate: true }
      return serveObject(c.req.raw, object, { files, renditions }, options)
    })
}

/** Deletes the rows; the sweep deletes the files. Missing objects and those of others are skipped. */
async function remove(tx: Tx, bucket: string, keys: string[]): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`delete from storage.objects
    where bucket_id = ${bucket} and name = any(${keys}::text[]) returning *`.execute(tx)
  return rows
}

/** For a visitor, who may delete nothing, every object counts as missing: that is not an error. */
function noneIfRefused(error: unknown): ObjectRow[] {
  if (error instanceof Error && 'code' in error && error.code === '42501') return []
  throw error
}

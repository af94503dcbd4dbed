import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import {
  type Bucket,
  checkSize,
  checkType,
  findBucket,
  type PictureBuckets,
  type StorageDeps,
} from '../buckets/bucket.ts'
import { objectKey, placeOf, plainKey } from '../object-key.ts'
import { type Caller, callerOf, ownerOf, readJson } from '../request.ts'
import { type Serving, serveObject } from '../serving/serve-object.ts'
import type { ServedObjects } from '../serving/served-objects.ts'
import { noSuchKey, wrongType } from '../storage-error.ts'
import { infoOf, type ObjectRow, readObject, removedOf } from './object-row.ts'
import { authorizeUpload, copyFiles, saveObject } from './save-object.ts'

const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

type ObjectsOptions = StorageDeps & Serving & { objects: ServedObjects }

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
      const place = placeOf(c, isNamed ? '/object/authenticated/' : '/object/')
      const object = await objects.findFor(caller.claims, place)
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

const Listing = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(1024).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

type Entry = {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

const mostListed = 1000

/**
 * One level of a bucket with the caller's rights: folders first, then files, with names relative to `prefix`. `search`
 * is a case-insensitive prefix of the names.
 */
async function listObjects(tx: Tx, bucket: string, listing: z.output<typeof Listing>): Promise<Entry[]> {
  const folder = listing.prefix.replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const search = `${likeText(listing.search ?? '')}%`
  const { column = 'name', order = 'asc' } = listing.sortBy ?? {}
  const direction = sql.raw(order)
  const by =
    column === 'name' ? sql`name collate "C" ${direction}` : sql`${sql.ref(column)} ${direction}, name collate "C"`
  const { rows } = await sql<Entry>`with level as (
      select substr(objects.name, ${prefix.length + 1}) as rest, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects where bucket_id = ${bucket} and objects.name like ${`${likeText(prefix)}%`}
    ), named as (select * from level where rest <> '' and rest ilike ${search}),
    entries as (
      select distinct split_part(rest, '/', 1) as name, 0 as kind, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from named where strpos(rest, '/') > 0
      union all
      select rest, 1, id, updated_at, created_at, last_accessed_at, metadata from named where strpos(rest, '/') = 0
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
     order by kind, ${by} limit ${Math.min(listing.limit, mostListed)} offset ${listing.offset}`.execute(tx)
  return rows
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

const name = z.string().min(1).max(1024)
const Move = z.object({
  bucketId: name,
  sourceKey: name,
  destinationKey: name,
  destinationBucket: name.nullish(),
})
const Copy = Move.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** Renames an object. Its files stay, because their names contain its id. */
async function moveObject(deps: StorageDeps, caller: Caller, params: z.output<typeof Move>): Promise<void> {
  const { db } = deps
  const target = await findBucket(db, params.destinationBucket ?? params.bucketId)
  const key = plainKey(params.destinationKey)
  await db.as(
    caller.claims,
    async (tx) => {
      const row = await readObject(tx, params.bucketId, params.sourceKey)
      if (row.bucket_id !== target.id) checkFits(deps, target, row)
      const moved = await sql`update storage.objects set bucket_id = ${target.id}, name = ${key}, updated_at = now()
        where id = ${row.id}`.execute(tx)
      if (!moved.numAffectedRows) throw noSuchKey()
    },
    caller.context,
  )
}

/** Copies an object with its bytes. Returns its id and name. */
async function copyObject(
  deps: StorageDeps,
  caller: Caller,
  params: z.output<typeof Copy> & { upsert: boolean },
): Promise<{ id: string; name: string }> {
  const { db, files } = deps
  const target = await findBucket(db, params.destinationBucket ?? params.bucketId)
  const row = await db.as(caller.claims, (tx) => readObject(tx, params.bucketId, params.sourceKey), caller.context)
  checkFits(deps, target, row)
  const place = { bucket: target.id, key: plainKey(params.destinationKey), upsert: params.upsert }
  const to = { id: await authorizeUpload(db, caller, place), version: randomUUID() }
  await copyFiles(files, row, to)
  const stored = {
    ...to,
    type: row.metadata.mimetype ?? 'application/octet-stream',
    sizeBytes: row.metadata.size ?? 0,
    originalBytes: Number(row.original_bytes),
    md5: (row.metadata.eTag ?? '').replaceAll('"', ''),
    cacheControl: row.metadata.cacheControl ?? 'no-cache',
    userMetadata: params.copyMetadata === false ? (params.metadata ?? null) : row.user_metadata,
    picture: row.picture,
  }
  const id = await saveObject(deps, { ...place, owner: ownerOf(caller) }, stored)
  return { id, name: `${target.id}/${place.key}` }
}

/** A copy or move from another bucket passes the same checks as an upload. */
function checkFits(deps: PictureBuckets, bucket: Bucket, { metadata, picture }: ObjectRow): void {
  checkSize(bucket, metadata.size ?? 0)
  checkType(deps, bucket, metadata.mimetype ?? 'application/octet-stream')
  if (deps.pictureBuckets.has(bucket.id) && picture === null) throw wrongType('This bucket takes pictures only')
}

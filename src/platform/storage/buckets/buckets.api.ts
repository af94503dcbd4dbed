import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Caller, callerOf, ownerOf, readJson } from '../request.ts'
import { badSchema, noSuchBucket, StorageError } from '../storage-error.ts'
import { type Bucket, bucketColumns, maxObjectBytes } from './bucket.ts'

const limits = {
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number(), z.string(), z.null()]).optional(),
  allowed_mime_types: z.array(z.string().min(1).max(200)).max(100).nullish(),
}
const NewBucket = z.object({ name: z.string(), id: z.string().optional(), ...limits })
const ChangedBucket = z.object(limits)

/** Buckets, with the caller's own rights: in this shop only the service key has any. */
export function bucketsApi({ db }: { db: Db }): Hono<Env> {
  const as = <T>({ claims, context }: Caller, work: (tx: Tx) => Promise<T>) => db.as(claims, work, context)

  return new Hono<Env>()
    .get('/bucket', async (c) => {
      const { rows } = await as(callerOf(c), (tx) =>
        sql<Bucket>`select ${bucketColumns} from storage.buckets order by name limit 1000`.execute(tx),
      )
      return c.json(rows)
    })
    .post('/bucket', async (c) => {
      const caller = callerOf(c)
      const body = await readJson(c, NewBucket)
      const id = bucketName(body.id ?? body.name)
      const name = bucketName(body.name)
      const types = typesOf(body.allowed_mime_types)
      await as(caller, (tx) =>
        sql`insert into storage.buckets (id, name, owner, public, file_size_limit, allowed_mime_types)
          values (${id}, ${name}, ${ownerOf(caller)}, ${body.public ?? false}, ${readSize(body.file_size_limit)},
            ${types})`.execute(tx),
      ).catch(refuseNameOfRoute)
      return c.json({ name: id })
    })
    .get('/bucket/:id', async (c) => {
      const { rows } = await as(callerOf(c), (tx) =>
        sql<Bucket>`select ${bucketColumns} from storage.buckets where id = ${c.req.param('id')}`.execute(tx),
      )
      if (!rows[0]) throw noSuchBucket()
      return c.json(rows[0])
    })
    .put('/bucket/:id', async (c) => {
      const caller = callerOf(c)
      const body = await readJson(c, ChangedBucket)
      // Absent fields stay unchanged.
      const changed = await as(caller, (tx) =>
        sql`update storage.buckets set updated_at = now(),
            public = coalesce(${body.public ?? null}, public),
            file_size_limit = case when ${'file_size_limit' in body} then ${readSize(body.file_size_limit)}
              else file_size_limit end,
            allowed_mime_types = case when ${'allowed_mime_types' in body} then ${typesOf(body.allowed_mime_types)}
              else allowed_mime_types end
          where id = ${c.req.param('id')}`.execute(tx),
      )
      if (!changed.numAffectedRows) throw noSuchBucket()
      return c.json({ message: 'Successfully updated' })
    })
    .delete('/bucket/:id', async (c) => {
      const removed = await as(callerOf(c), (tx) =>
        sql`delete from storage.buckets where id = ${c.req.param('id')}`.execute(tx),
      ).catch(refuseFilled)
      if (!removed.numAffectedRows) throw noSuchBucket()
      return c.json({ message: 'Successfully deleted' })
    })
    .post('/bucket/:id/empty', async (c) => {
      const caller = callerOf(c)
      const id = c.req.param('id')
      await as(caller, async (tx) => {
        const { rows } = await sql`select from storage.buckets where id = ${id}`.execute(tx)
        if (rows.length === 0) throw noSuchBucket()
        await sql`delete from storage.objects where bucket_id = ${id}`.execute(tx)
      })
      // The words of the hosted service; here the rows are gone already, and the hourly sweep deletes the files.
      return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
    })
}

function typesOf(types: string[] | null | undefined): string[] | null {
  return types && types.length > 0 ? types : null
}

function bucketName(name: string): string {
  if (/^[A-Za-z0-9_!\-.*'() &$@=;:+,?]{1,100}$/.test(name) && name.trim() === name && !/^\.+$/.test(name)) return name
  throw invalidName()
}

function invalidName(): StorageError {
  return new StorageError(400, 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid')
}

function refuseNameOfRoute(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'buckets_id_is_no_route')
    throw invalidName()
  throw error
}

function refuseFilled(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23503') {
    const message = 'The bucket you tried to delete is not empty'
    throw new StorageError(409, 'InvalidRequest', 'ResourceNotEmpty', message, { cause: error })
  }
  throw error
}

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** Bytes from a number or from `20mb`, `1kb`, `1gb`, `5b` (decimal). Refuses more than the service's own limit. */
function readSize(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined) return null
  const bytes = typeof limit === 'number' ? limit : fromText(limit)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw badSchema('body/file_size_limit must be a number of bytes')
  if (bytes > maxObjectBytes) {
    throw new StorageError(413, 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size')
  }
  // Zero means that the bucket has no limit of its own.
  return bytes === 0 ? null : bytes
}

function fromText(text: string): number {
  const [, digits = '', unit = 'b'] = /^(\d{1,15}(?:\.\d{1,6})?)\s*(b|kb|mb|gb)?$/i.exec(text.trim()) ?? []
  if (digits === '') throw badSchema('body/file_size_limit must be a number of bytes, or as in "20mb"')
  return Math.round(Number(digits) * (units[unit.toLowerCase()] ?? 1))
}

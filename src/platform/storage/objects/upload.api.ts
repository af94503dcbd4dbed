import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { checkType, findBucket, limitOf } from '../buckets/bucket.ts'
import { callerOf, ownerOf } from '../caller.ts'
import type { Storing } from '../storing.ts'
import { openIncoming, refuseDeclared } from './incoming.ts'
import { keepObject, storeIncoming } from './keep-object.ts'
import { mayPut } from './may-put.ts'
import { keyOf, placeOf } from './place.ts'

/**
 * Uploads. Checks run in the protocol's order: token, bucket, declared size, type, name, row-level security; then the
 * body is read and counted, and only when its bytes are durable a row makes it an object.
 */
export function uploadApi(storing: Storing): Hono<Env> {
  return new Hono<Env>()
    .post('/object/:bucket/*', (c) => upload(c, storing, c.req.header('x-upsert') === 'true'))
    .put('/object/:bucket/*', (c) => upload(c, storing, true))
}

async function upload(c: Context<Env>, storing: Storing, upsert: boolean): Promise<Response> {
  const caller = callerOf(c)
  const { bucketId, encodedKey } = placeOf(c, '/object/')
  const bucket = await findBucket(storing.db, bucketId)
  refuseDeclared(c.req.raw, limitOf(bucket))
  const incoming = await openIncoming(c.req.raw)
  checkType(bucket, incoming.type)
  const key = keyOf(encodedKey)
  const id = await mayPut(storing.db, caller, { bucket: bucket.id, key, upsert })
  const stored = await storeIncoming(storing, bucket, id, incoming)
  const place = { bucket: bucket.id, key, upsert, owner: ownerOf(caller) }
  return c.json({ Id: await keepObject(storing, place, stored), Key: `${bucket.id}/${key}` })
}

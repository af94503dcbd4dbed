import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { objectKey } from '../object-key.ts'
import { invalidKey } from '../storage-error.ts'

/** Bucket and name of an object as they stand in the URL behind `after`; the bucket's name decoded. */
export function placeOf(c: Context<Env>, after: string): { bucketId: string; encodedKey: string } {
  const { pathname } = new URL(c.req.url)
  const [bucket = '', ...path] = pathname.slice(pathname.indexOf(after) + after.length).split('/')
  return { bucketId: objectKey(bucket) ?? '', encodedKey: path.join('/') }
}

/** The name of an object that is to be. Refuses InvalidKey for one that no object can have. */
export function keyOf(encodedKey: string): string {
  const key = objectKey(encodedKey)
  if (key === null) throw invalidKey(encodedKey)
  return key
}

/** The same for a name that stands in a body and is not encoded. */
export function plainKey(name: string): string {
  const key = objectKey(name.split('/').map(encodeURIComponent).join('/'))
  if (key === null) throw invalidKey(name)
  return key
}

import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { objectKey } from '../object-key.ts'
import { invalidKey } from '../storage-error.ts'

/** The bucket and the encoded key in the URL behind `after`; the bucket's name is decoded. */
export function placeOf(c: Context<Env>, after: string): { bucketId: string; encodedKey: string } {
  const { pathname } = new URL(c.req.url)
  const [bucket = '', ...path] = pathname.slice(pathname.indexOf(after) + after.length).split('/')
  return { bucketId: objectKey(bucket) ?? '', encodedKey: path.join('/') }
}

/** The key of a new object. Refuses InvalidKey. */
export function keyOf(encodedKey: string): string {
  const key = objectKey(encodedKey)
  if (key === null) throw invalidKey(encodedKey)
  return key
}

/** The same for a key in a JSON body, which is not encoded. */
export function plainKey(name: string): string {
  const key = objectKey(name.split('/').map(encodeURIComponent).join('/'))
  if (key === null) throw invalidKey(name)
  return key
}

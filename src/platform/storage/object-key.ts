import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { invalidKey } from './storage-error.ts'

const allowed = /^[A-Za-z0-9_/!\-.*'() &$@=;:+,?]+$/

/**
 * The object key of a percent-encoded URL path; null for an invalid key. Each segment is decoded once and must be a
 * plain name: not dots only, without encoded separators, 1,024 characters at most.
 */
export function objectKey(encodedPath: string): string | null {
  if (encodedPath.length > 3 * 1024) return null
  const segments = encodedPath.split('/').map(decode)
  if (!segments.every(isName)) return null
  const key = segments.join('/')
  return key.length <= 1024 && allowed.test(key) ? key : null
}

function isName(segment: string | null): segment is string {
  return segment !== null && segment !== '' && segment !== '.' && segment !== '..' && !/[/\\]/.test(segment)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

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

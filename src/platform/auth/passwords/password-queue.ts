import { createSemaphore } from '#platform/http/limits/places.ts'
import { AuthError } from '../auth-error.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Two hashes at once leave half of libuv's four threads to files and DNS, and one of two cores to pages. */
const hashing = createSemaphore({
  concurrency: 2,
  maxWaiting: 100,
  refuse: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
})

/** A hash without a password, with the current cost: its tag is 32 arbitrary bytes. */
const decoyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'TmVpdGhlciBvZiB5b3Vycw'}$${'bm9ib2R5IHdpbGwgZXZlciBmaW5kIHRoaXMgb25lISE'}`

/** An argon2id hash. Refuses 429 `over_request_rate_limit` when too many wait. */
export function hashQueued(password: string): Promise<string> {
  return hashing(() => hashPassword(password))
}

/**
 * Whether a password fits a hash. Without a hash the same work is done and the result is false, so that response times
 * do not reveal which addresses have an account. Refuses 429 `over_request_rate_limit` when too many wait.
 */
export async function verifyQueued(password: string, hash: string | null): Promise<boolean> {
  const fits = await hashing(() => verifyPassword(password, hash ?? decoyHash))
  return fits && hash !== null
}

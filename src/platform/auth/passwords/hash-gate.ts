import { createGate } from '#platform/jobs/gate.ts'
import { AuthError } from '../auth-error.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Two hashes at once leave half of libuv's four threads to files and names, and half of a small machine to pages. */
const hashing = createGate({
  atOnce: 2,
  waiting: 100,
  refuse: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
})

/** Nobody's hash, of today's cost: its tag is 32 arbitrary bytes. */
const nobodys = `$argon2id$v=19$m=19456,t=2,p=1$${'TmVpdGhlciBvZiB5b3Vycw'}$${'bm9ib2R5IHdpbGwgZXZlciBmaW5kIHRoaXMgb25lISE'}`

/** An argon2id hash, made when it is this one's turn. Refuses 429 `over_request_rate_limit` when too many wait. */
export function hashInTurn(password: string): Promise<string> {
  return hashing(() => hashPassword(password))
}

/**
 * Whether a password fits a hash, checked when it is this one's turn. Without a hash the same work is done and the answer is
 * false, so that time does not tell who has an account. Refuses 429 `over_request_rate_limit` when too many wait.
 */
export async function verifyInTurn(password: string, hash: string | null): Promise<boolean> {
  const fits = await hashing(() => verifyPassword(password, hash ?? nobodys))
  return fits && hash !== null
}

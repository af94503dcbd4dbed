import { AuthRefusal } from '../auth-refusal.ts'
import { hashPassword, verifyPassword } from './password.ts'

/**
 * Lets work through, some at once, the rest first come, first served; past the queue's end it refuses 429
 * `over_request_rate_limit` without having begun.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AuthRefusal(429, 'over_request_rate_limit', 'Request rate limit reached')
      // Whoever leaves hands its place over, so nobody slips in between.
      await new Promise<void>((admit) => queue.push(admit))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Two hashes at once leave half of libuv's four threads to files and names, and half of a small machine to pages. */
const hashing = createGate({ atOnce: 2, waiting: 100 })

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

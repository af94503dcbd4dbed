import type { HttpBindings } from '@hono/node-server'
import type { Claims, Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import type { TokenError } from './identity/tokens.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'

/** The context of every handler. The bindings are absent for a request inside the process. */
export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    log: Log
    clientIp: string
    /** Whether `clientIp` is a proxy's that TRUST_PROXY does not declare, so it is not a client's. */
    isBehindUndeclaredProxy: () => boolean
    rateLimiter: RateLimiter
    db: Db
    /** The caller's claims, from the verified bearer alone; `anon` without one. Set on API paths only. */
    claims: Claims
    /** Why the bearer was refused, for APIs that check tokens themselves (/auth, /storage, /functions). */
    tokenError?: TokenError
    /** Under /functions/v1: the browser's headers say that a page of another site sent the request. */
    isFromOtherSite?: boolean
  }
}

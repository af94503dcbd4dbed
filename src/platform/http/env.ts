import type { HttpBindings } from '@hono/node-server'
import type { Claims } from '../database/db.ts'
import type { Log } from '../log.ts'
import type { TokenError } from './identity/token-error.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'

/** What every handler finds in its context. The bindings are absent when a request crosses no port. */
export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    log: Log
    clientIp: string
    /** Whether `clientIp` is that of a proxy that TRUST_PROXY does not declare, so that it is no customer's. */
    isBehindUndeclaredProxy: () => boolean
    rateLimiter: RateLimiter
    /** Who asks, from the verified bearer alone; `anon` where there is none. Not set outside the API's own paths. */
    claims: Claims
    /** Where the surface judges tokens itself (/auth, /storage, /functions): why the bearer was refused. */
    tokenError?: TokenError
    /** Under /functions/v1: a browser says that a page of another site sent the request. */
    isFromOtherSite?: boolean
  }
}

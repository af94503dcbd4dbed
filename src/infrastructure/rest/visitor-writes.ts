import { createMiddleware } from 'hono/factory'
import { limitKey } from '../http/client-ip.ts'
import type { Env } from '../http/env.ts'
import type { Rate } from '../http/rate-limit.ts'
import { RestError } from './rest-error.ts'

/** More than a household or a small office signs up in an hour, and less than fills a list. */
const visitorWrites: Rate = { max: 20, perSeconds: 3_600 }

/** A visitor's body holds a row of his own, not a list of them. */
export const largestVisitorBody = 1_024

/**
 * Counts what visitors write, by address, and refuses with 429 what is too much. What was not stored is given back,
 * except where the answer told that a row is there already.
 */
export function limitVisitorWrites() {
  return createMiddleware<Env>(async (c, next) => {
    const { claims, limiter, clientIp } = c.var
    if (claims.role !== 'anon' || ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next()
    const key = limitKey(clientIp)
    if (!(await limiter.take('visitor-write', key, visitorWrites))) {
      throw new RestError(429, 'over_request_rate_limit', 'Too many tries. Please try again later.')
    }
    await next()
    if (!c.res.ok && c.res.status !== 409) await limiter.giveBack('visitor-write', key, visitorWrites)
  })
}

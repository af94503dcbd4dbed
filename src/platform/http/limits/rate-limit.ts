import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'
import { limitKey } from './client-ip.ts'
import type { Rate } from './rate-limiter.ts'

/** Refuses over_request_rate_limit once one address has called more often than the rate. */
export function limit(bucket: string, rate: Rate) {
  return createMiddleware<Env>(async (c, next) => {
    if (await c.var.rateLimiter.consume(bucket, limitKey(c.var.clientIp), rate)) return next()
    throw new AppError('over_request_rate_limit', 'Request rate limit reached')
  })
}

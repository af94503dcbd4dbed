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

/**
 * Refuses over_request_rate_limit once one network has called more often than the rate; the service's key is not
 * limited, nor are calls from inside the program, by which pages read. Where a proxy is not declared all clients have
 * one address, and none is limited.
 */
export function limitNetworks(bucket: string, rate: Rate) {
  return createMiddleware<Env>(async (c, next) => {
    const { claims, clientIp, rateLimiter, isBehindUndeclaredProxy } = c.var
    const isLimited = clientIp !== 'local' && claims.role !== 'service_role'
    if (!isLimited || isBehindUndeclaredProxy()) return next()
    if (await rateLimiter.consume(bucket, limitKey(clientIp), rate)) return next()
    throw new AppError('over_request_rate_limit', 'Request rate limit reached')
  })
}

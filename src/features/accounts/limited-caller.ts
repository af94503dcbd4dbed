import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'

/**
 * The claims of a signed-in caller within the rate limit, which counts per account. Refuses unauthorized,
 * over_request_rate_limit.
 */
export async function getLimitedCaller(c: Context<Env>, bucket: string, rate: Rate) {
  c.header('Cache-Control', 'no-store')
  const claims = getSignedIn(c)
  if (await c.var.rateLimiter.consume(bucket, claims.sub, rate)) return claims
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { limitKey } from '../http/client-ip.ts'
import type { Env } from '../http/env.ts'
import type { Rate } from '../http/rate-limit.ts'
import { RestError } from './rest-error.ts'

/** Enough for a household or a small office within an hour, and too little to fill a list with strangers. */
const visitorWrites: Rate = { max: 5, perSeconds: 3_600 }

/** What anybody may add to, signed in or not: having an account is no licence to write for others. */
const openToAnybody: readonly string[] = ['email_signups']

/** A visitor's body holds a row of his own, not a list of them. */
export const largestVisitorBody = 1_024

/**
 * Counts what visitors write, by address, and refuses with 429 what is too much. What was not stored is given back,
 * except where the answer told that a row is there already.
 */
export function limitVisitorWrites() {
  return createMiddleware<Env>(async (c, next) => {
    const { limiter, clientIp } = c.var
    if (!isVisitorWrite(c)) return next()
    const key = limitKey(clientIp)
    if (!(await limiter.take('visitor-write', key, visitorWrites))) {
      throw new RestError(429, 'over_request_rate_limit', 'Too many tries. Please try again later.')
    }
    await next()
    if (!c.res.ok && c.res.status !== 409) await limiter.giveBack('visitor-write', key, visitorWrites)
  })
}

function isVisitorWrite(c: Context<Env>): boolean {
  const { role } = c.var.claims
  if (role === 'anon') return !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  return role === 'authenticated' && c.req.method === 'POST' && openToAnybody.includes(tableOf(c.req.path))
}

/** The table a path names, however its letters are written. */
function tableOf(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // No table has such a name.
    return last
  }
}

import type { Context } from 'hono'
import type { Claims, RequestContext } from '#platform/database/db.ts'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'

/** The claims of a signed-in user. Refuses unauthorized for a visitor, an API key as bearer, and an invalid token. */
export function getSignedIn(c: Context<Env>): Claims & { sub: string } {
  const { role, sub } = c.var.claims
  if (role === 'authenticated' && sub) return { ...c.var.claims, sub }
  throw new AppError('unauthorized', c.req.header('authorization') ? 'Invalid JWT' : 'Missing authorization header', {
    cause: c.var.tokenError,
  })
}

/** The request's id and the client's address, which triggers write to the audit log. */
export function requestContextOf(c: Context<Env>): Required<RequestContext> {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}

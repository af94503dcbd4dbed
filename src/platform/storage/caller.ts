import type { Context } from 'hono'
import type { Claims, RequestContext } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { requestContextOf } from '../http/identity/request-context.ts'
import type { TokenError } from '../http/identity/token-error.ts'
import { accessDenied, badSchema } from './storage-error.ts'

export type Caller = { claims: Claims; context: RequestContext }

/** The caller of a non-public route: a user, or the holder of an API key. Refuses a missing or invalid bearer token. */
export function callerOf(c: Context<Env>): Caller {
  const header = c.req.header('authorization')
  if (!header) throw badSchema("headers must have required property 'authorization'")
  const { tokenError } = c.var
  if (tokenError) throw accessDenied(messages[tokenError.reason] ?? tokenError.message)
  if (!/^Bearer\s+\S/i.test(header)) throw accessDenied('Invalid Compact JWS')
  return { claims: c.var.claims, context: requestContextOf(c) }
}

/** The owner of the objects that a user creates. */
export function ownerOf({ claims }: Caller): string | null {
  return claims.role === 'authenticated' && claims.sub ? claims.sub : null
}

/** The messages of the storage protocol for an invalid token. */
const messages: Partial<Record<TokenError['reason'], string>> = {
  malformed: 'Invalid Compact JWS',
  unverified: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  early: '"nbf" claim timestamp check failed',
}

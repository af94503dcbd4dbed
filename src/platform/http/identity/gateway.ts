import { createMiddleware } from 'hono/factory'
import { anonymous, type Claims } from '#platform/database/claims.ts'
import type { Env } from '../env.ts'
import { TokenError, type TokenVerifier } from './tokens.ts'

type GatewayOptions = { isKey: (key: string) => Promise<boolean>; required: boolean }

/** Responds 401 unless the request has an API key, as a header or as `?apikey=`. The key itself gives no rights. */
export function gateway({ isKey, required }: GatewayOptions) {
  return createMiddleware<Env>(async (c, next) => {
    if (!required || open.has(c.req.path)) return next()
    const key = c.req.header('apikey') || c.req.query('apikey')
    if (!key) {
      return c.json(
        { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
        401,
        challenge,
      )
    }
    if (await isKey(key)) return next()
    return c.json(
      { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' },
      401,
      challenge,
    )
  })
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

// Reached from an e-mail's link, a provider's redirect or another service, which have no key.
const open = new Set(['/auth/v1/verify', '/auth/v1/callback', '/auth/v1/authorize', '/auth/v1/.well-known/jwks.json'])

type BearerOptions = {
  lenient?: boolean
  /** Throws a TokenError for claims that no longer hold, such as an ended session; may return lesser claims. */
  check?: ((claims: Claims) => Promise<Claims>) | undefined
}

/** The token of an Authorization header, '' where it has none; null without the header or with another scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  const found = /^Bearer(?:\s+(.*))?$/i.exec(authorization ?? '')
  return found ? (found[1]?.trim() ?? '') : null
}

/**
 * Sets `claims` from the verified bearer, or the anonymous ones without a bearer. An invalid bearer throws its
 * TokenError; with `lenient` it counts as absent and the handler gets the error as `tokenError`.
 */
export function bearer(
  { verifyToken }: TokenVerifier,
  { lenient = false, check = (claims) => Promise.resolve(claims) }: BearerOptions = {},
) {
  return createMiddleware<Env>(async (c, next) => {
    const token = bearerToken(c.req.header('authorization'))
    try {
      c.set('claims', token === null ? anonymous : await check(await verifyToken(token)))
    } catch (error) {
      if (!lenient || !(error instanceof TokenError)) throw error
      c.set('claims', anonymous)
      c.set('tokenError', error)
    }
    await next()
  })
}

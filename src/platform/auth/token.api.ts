import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Env } from '../http/env.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { limits } from './limits.ts'
import { pkceGrant } from './mail-links/pkce-grant.ts'
import { idTokenGrant } from './oauth/id-token-grant.ts'
import { refreshGrant } from './sessions/refresh-grant.ts'
import type { SessionResponse } from './sessions/session-response.ts'
import { passwordGrant } from './sign-in/password-grant.ts'

/** One way to a session: a value of `grant_type`. */
export type Grant = (accounts: AuthDeps, c: Context<Env>) => Promise<SessionResponse>

/** POST /token. */
export function tokenApi(accounts: AuthDeps): Hono<Env> {
  const grants: Record<string, Grant> = {
    id_token: idTokenGrant,
    password: passwordGrant,
    pkce: pkceGrant,
    refresh_token: refreshGrant(),
  }
  const token = limits.token()
  const refresh = limits.refresh()
  // Open tabs refresh automatically: they must not use up the sign-in limit.
  const limitByGrant: MiddlewareHandler<Env> = (c, next) =>
    c.req.query('grant_type') === 'refresh_token' ? refresh(c, next) : token(c, next)
  return new Hono<Env>().post('/token', limitByGrant, async (c) => {
    const name = c.req.query('grant_type') ?? ''
    if (name === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return c.json(await grant(accounts, c))
  })
}

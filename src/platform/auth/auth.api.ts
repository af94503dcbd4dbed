import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { ZodError } from 'zod'
import { isTemporary } from '#platform/database/temporary-errors.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { authErrorResponse, clientAbortResponse, isClientAbort } from '#platform/http/errors/error-handler.ts'
import { adminUsersApi } from './admin-users/admin-users.api.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { factorsApi } from './factors/factors.api.ts'
import { limits } from './limits.ts'
import { pkceGrant } from './mail-links/flows.ts'
import { verifyApi } from './mail-links/verify.api.ts'
import { mailRequestsApi } from './mail-requests.api.ts'
import { IdTokenError, idTokenGrant } from './oauth/id-token-grant.ts'
import { identitiesApi } from './oauth/identities.api.ts'
import { oauthApi } from './oauth/oauth.api.ts'
import type { SessionResponse } from './sessions/open-session.ts'
import { refreshGrant } from './sessions/refresh.ts'
import { sessionsApi } from './sessions/sessions.api.ts'
import { passwordGrant } from './sign-in/password-grant.ts'
import { signUpApi } from './sign-up.api.ts'
import { userApi } from './user/user.api.ts'

/** /auth/v1: accounts in GoTrue's protocol. Each part is an API of its own; all report errors in one form. */
export function authApi(deps: AuthDeps): Hono<Env> {
  const app = new Hono<Env>().onError(handleAuthError)
  for (const part of parts) app.route('/', part(deps))
  return app
}

const parts: ((deps: AuthDeps) => Hono<Env>)[] = [
  sessionsApi,
  signUpApi,
  tokenApi,
  verifyApi,
  factorsApi,
  userApi,
  mailRequestsApi,
  oauthApi,
  identitiesApi,
  adminUsersApi,
]

/**
 * Responds to any error under /auth/v1 in GoTrue's form; an unexpected error is logged once and reveals only the
 * request's id.
 */
function handleAuthError(error: Error, c: Context<Env>): Response {
  if (isClientAbort(error, c)) return clientAbortResponse(c)
  if (error instanceof IdTokenError) return c.json({ error: error.error, error_description: error.message }, 400)
  if (error instanceof AuthError) return authErrorResponse(c, error.status, error.code, error.message, error.extra)
  if (error instanceof ZodError) {
    const issue = error.issues[0]
    const where = issue?.path.join('.')
    return authErrorResponse(
      c,
      400,
      'validation_failed',
      where ? `${where}: ${issue?.message}` : (issue?.message ?? 'Invalid'),
    )
  }
  if (error instanceof AppError && error.code === 'over_request_rate_limit') {
    return authErrorResponse(c, 429, 'over_request_rate_limit', 'Request rate limit reached')
  }
  if (isTemporary(error)) {
    c.var.log.error({ error }, 'a request found something down')
    c.header('Retry-After', '2')
    return authErrorResponse(c, 503, 'unexpected_failure', 'The shop is busy. Please try again in a moment.')
  }
  c.var.log.error({ error }, 'a request failed')
  return authErrorResponse(c, 500, 'unexpected_failure', `Something went wrong. Request ${c.var.requestId}`, {
    error_id: c.var.requestId,
  })
}

/** One way to a session: a value of `grant_type`. */
type Grant = (deps: AuthDeps, c: Context<Env>) => Promise<SessionResponse>

/** POST /token. */
function tokenApi(deps: AuthDeps): Hono<Env> {
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
    return c.json(await grant(deps, c))
  })
}

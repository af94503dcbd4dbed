import { type Context, Hono } from 'hono'
import { ZodError } from 'zod'
import { isTemporary } from '../database/temporary-errors.ts'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import { authErrorResponse } from '../http/errors/auth-error-response.ts'
import { clientAbortResponse, isClientAbort } from '../http/server/client-abort.ts'
import { adminUsersApi } from './admin-users/admin-users.api.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { factorsApi } from './factors/factors.api.ts'
import { verifyApi } from './mail-links/verify.api.ts'
import { mailRequestsApi } from './mail-requests/mail-requests.api.ts'
import { IdTokenError } from './oauth/id-token-error.ts'
import { identitiesApi } from './oauth/identities.api.ts'
import { oauthApi } from './oauth/oauth.api.ts'
import { sessionsApi } from './sessions/sessions.api.ts'
import { signUpApi } from './sign-up.api.ts'
import { tokenApi } from './token.api.ts'
import { userApi } from './user/user.api.ts'

/** /auth/v1: accounts in GoTrue's protocol. Each part is an API of its own; all report errors in one form. */
export function authApi(accounts: AuthDeps): Hono<Env> {
  const app = new Hono<Env>().onError(handleAuthError)
  for (const part of parts) app.route('/', part(accounts))
  return app
}

const parts: ((accounts: AuthDeps) => Hono<Env>)[] = [
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

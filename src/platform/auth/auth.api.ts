import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { adminUsersApi } from './admin-users/admin-users.api.ts'
import type { AuthDeps } from './auth-deps.ts'
import { factorsApi } from './factors/factors.api.ts'
import { handleAuthError } from './handle-auth-error.ts'
import { verifyApi } from './mail-links/verify.api.ts'
import { mailRequestsApi } from './mail-requests/mail-requests.api.ts'
import { identitiesApi } from './oauth/identities.api.ts'
import { oauthApi } from './oauth/oauth.api.ts'
import { sessionsApi } from './sessions/sessions.api.ts'
import { signUpApi } from './sign-up/sign-up.api.ts'
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

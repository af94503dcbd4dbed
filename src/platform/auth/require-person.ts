import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { requireCaptcha } from './captcha.ts'

/**
 * `requireCaptcha` for forms under /functions/v1, in their own form: refuses bad_request with `captcha_token` in
 * `details` where the shop has a captcha and the token is invalid.
 */
export async function requirePerson(
  accounts: AuthDeps,
  c: Context<Env>,
  token: string | null | undefined,
): Promise<void> {
  try {
    await requireCaptcha(accounts, c, { gotrue_meta_security: { captcha_token: token ?? '' } })
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause
    throw new AppError('bad_request', 'The security check didn’t work. Please try again.', {
      details: [{ path: 'captcha_token', message: 'captcha_failed' }],
      cause,
    })
  }
}

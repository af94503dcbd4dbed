import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { isService } from './caller.ts'

/** The schema fields that `requireCaptcha` reads. */
export const captchaField = { gotrue_meta_security: z.unknown().optional() }

const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

const security = z.object({ captcha_token: z.string().max(16_384) })
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).nullish() })

/**
 * Where the shop has a captcha: verifies the token at its provider. The service needs none. Refuses 400
 * `captcha_failed`, also while the provider cannot be reached, so that an attacker gains nothing from an outage.
 */
export async function requireCaptcha(
  deps: AuthDeps,
  c: Context<Env>,
  body: { gotrue_meta_security?: unknown },
): Promise<void> {
  if (!deps.captcha || (await isService(deps, c))) return
  const token = security.safeParse(body.gotrue_meta_security).data?.captcha_token.trim()
  if (!token) throw disallowed('no captcha_token found')
  const { provider, secret, verifyUrl = addresses[provider] } = deps.captcha
  const { clientIp, log } = c.var
  const form = new URLSearchParams({ secret, response: token, ...(clientIp !== 'local' && { remoteip: clientIp }) })
  const verdictBody = await fetchVerdict(verifyUrl, form).catch((error: unknown) => {
    log.error({ error }, 'the captcha provider did not respond, so all requests are rejected')
    return null
  })
  if (!verdictBody) throw disallowed('provider unreachable')
  if (!verdictBody.success) throw disallowed(verdictBody['error-codes']?.map(printable).join(', ') || 'refused')
}

async function fetchVerdict(url: string, form: URLSearchParams): Promise<z.output<typeof verdict>> {
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  return verdict.parse(await response.json())
}

/** Codes are words with dashes; any other text is not repeated. */
function printable(code: string): string {
  return code.replace(/[^\w -]/g, '').slice(0, 60)
}

function disallowed(why: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
}

/**
 * `requireCaptcha` for forms under /functions/v1, in their own form: refuses bad_request with `captcha_token` in
 * `details` where the shop has a captcha and the token is invalid.
 */
export async function requirePerson(deps: AuthDeps, c: Context<Env>, token: string | null | undefined): Promise<void> {
  try {
    await requireCaptcha(deps, c, { gotrue_meta_security: { captcha_token: token ?? '' } })
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause
    throw new AppError('bad_request', 'The security check didn’t work. Please try again.', {
      details: [{ path: 'captcha_token', message: 'captcha_failed' }],
      cause,
    })
  }
}

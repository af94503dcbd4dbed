import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '#platform/http/env.ts'
import { AuthError } from '../auth-error.ts'

const path = '/auth/v1/callback'

/**
 * Marks the browser that began linking an identity. It grants nothing: it only proves that the returning browser is the
 * same.
 */
export function markLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const secure = siteUrl.startsWith('https:')
  // Apple returns with a form from another site, for which `Lax` would withhold the cookie.
  setCookie(c, nameOf(siteUrl, state), '1', {
    path,
    httpOnly: true,
    maxAge: 300,
    secure,
    sameSite: secure ? 'None' : 'Lax',
  })
}

/**
 * Refuses to link an identity in a browser that did not begin the linking: an attacker who sends the provider's page to
 * a victim would have the victim's identity open the attacker's account. Only browsers are checked, which send
 * `Sec-Fetch-Mode`: tools without cookies cannot be victims.
 */
export function requireLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const name = nameOf(siteUrl, state)
  const isMarked = getCookie(c, name) === '1'
  if (isMarked) deleteCookie(c, name, { path })
  if (isMarked || c.req.header('sec-fetch-mode') !== 'navigate') return
  throw new AuthError(400, 'bad_oauth_callback', 'You started this in another browser. Please start again here.')
}

function nameOf(siteUrl: string, state: string): string {
  return `${siteUrl.startsWith('https:') ? '__Secure-' : ''}link-${state}`
}

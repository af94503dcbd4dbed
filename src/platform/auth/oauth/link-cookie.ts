import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '#platform/http/env.ts'
import { AuthError } from '../auth-error.ts'

const path = '/auth/v1/callback'

/**
 * Marks the browser that asked to add an identity. It opens nothing: it only shows that the browser which comes back is the
 * one that was sent away.
 */
export function markLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const secure = siteUrl.startsWith('https:')
  // Apple comes back with a form from another site, which `Lax` would keep the cookie from.
  setCookie(c, nameOf(siteUrl, state), '1', {
    path,
    httpOnly: true,
    maxAge: 300,
    secure,
    sameSite: secure ? 'None' : 'Lax',
  })
}

/**
 * Refuses to add an identity in a browser that did not ask for it: somebody who sends a link to the provider's page to
 * another person would have her identity open his own account. Only browsers are asked, which say that they navigate: tools
 * that have no cookies are nobody's victims.
 */
export function requireLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const name = nameOf(siteUrl, state)
  const isMarked = getCookie(c, name) === '1'
  if (isMarked) deleteCookie(c, name, { path })
  if (isMarked || c.req.header('sec-fetch-mode') !== 'navigate') return
  throw new AuthError(400, 'bad_oauth_callback', 'This was begun in another browser. Please start again here.')
}

function nameOf(siteUrl: string, state: string): string {
  return `${siteUrl.startsWith('https:') ? '__Secure-' : ''}link-${state}`
}

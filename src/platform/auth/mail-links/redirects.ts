import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { AuthError } from '../auth-error.ts'
import type { SessionResponse } from '../sessions/open-session.ts'

/**
 * The final redirect: the query's or header's `redirect_to`, else the origin of the request, else the
 * front page. A forbidden address is ignored without an error; `Host` has no effect.
 */
export function readRedirect(deps: Pick<AuthDeps, 'siteUrl' | 'live'>, c: Context<Env>): string {
  const requested = c.req.query('redirect_to') || c.req.header('redirect_to')
  return allowedRedirect(deps, requested) ?? allowedRedirect(deps, c.req.header('referer')) ?? `${deps.siteUrl}/`
}

const longest = 2_048
// Compared as text: a parser would read 2130706433, 0x7f.1 or a full-width digit as a loopback address.
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(?=[/?#]|$)/i
// An API may redirect to another site, and the browser would carry the fragment, which holds the session, along.
const machines = /^\/+(auth|rest|storage|functions)\/+v1(\/|$)|^\/+webhooks(\/|$)/

/**
 * The address as a browser would read it, if it is allowed: the shop's own origin, and in rehearsal any port of this
 * machine; never one of the APIs. Null for everything else, such as other spellings of an origin.
 */
export function allowedRedirect(
  { siteUrl, live }: Pick<AuthDeps, 'siteUrl' | 'live'>,
  requested: string | undefined,
): string | null {
  if (
    !requested ||
    requested.length > longest ||
    !/^[\x21-\x7e\u00a1-\uffff]+$/.test(requested) ||
    requested.includes('\\')
  )
    return null
  const own = new URL(siteUrl).origin
  const isOwn = requested.slice(0, own.length).toLowerCase() === own && /^([/?#]|$)/.test(requested.slice(own.length))
  if (!isOwn && (live || !loopback.test(requested))) return null
  const url = URL.canParse(requested) ? new URL(requested) : null
  if (!url || url.username || url.password || (isOwn && url.origin !== own)) return null
  return machines.test(safelyDecoded(url.pathname)) ? null : url.href
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The end of the implicit flow: the session behind the `#`, which no server sees. `extra`: `type`, the provider's
 * tokens.
 */
export function sessionRedirect(to: string, session: SessionResponse, extra: Record<string, string> = {}): string {
  return withFragment(to, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    sb: '',
    ...extra,
  })
}

/** The end of the PKCE flow. */
export function codeRedirect(to: string, code: string): string {
  return withQuery(to, { code })
}

/** A message without a session. PKCE clients read the query. */
export function messageRedirect(to: string, message: string, { pkce }: { pkce: boolean }): string {
  const url = withFragment(to, { message, sb: '' })
  return pkce ? withQuery(url, { message }) : url
}

const errors: Record<number, string> = { 401: 'unauthorized_client', 403: 'access_denied', 500: 'server_error' }

/**
 * A refusal in a redirect: behind the `#`, and with `inQuery` also before it. `error` has OAuth's own code where there
 * is one.
 */
export function errorRedirect(
  to: string,
  { status, code, message }: Pick<AuthError, 'status' | 'code' | 'message'>,
  { inQuery, error = errors[status] ?? 'invalid_request' }: { inQuery: boolean; error?: string },
): string {
  const fields = { error, error_code: code, error_description: message }
  const url = withFragment(to, { ...fields, sb: '' })
  return inQuery ? withQuery(url, fields) : url
}

/** In GoTrue's order, which is by name. */
function withFragment(to: string, fields: Record<string, string>): string {
  const url = new URL(to)
  const params = new URLSearchParams(fields)
  params.sort()
  url.hash = params.toString()
  return url.href
}

function withQuery(to: string, fields: Record<string, string>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

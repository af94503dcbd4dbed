import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import { isJson } from '../http/limits/json-only.ts'

type Options = {
  isOwnOrigin: (origin: string) => boolean
  /** Paths that mail programs send a form to. Their handlers call `requireOwnPage` for every other request. */
  oneClick: readonly string[]
}

/**
 * Refuses requests that a page of another site can send without a preflight: a form, or a request without a body. JSON
 * needs a preflight, which `cors` allows for the application's own origins only. A request without `Origin` and
 * `Sec-Fetch-Site` does not come from a browser and passes.
 */
export function ownPagesOnly({ isOwnOrigin, oneClick }: Options) {
  return createMiddleware<Env>(async (c, next) => {
    c.set('isFromOtherSite', isFromOtherSite(c, isOwnOrigin))
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isReading && !isJson(c) && !oneClick.includes(c.req.path)) requireOwnPage(c)
    await next()
  })
}

/** Refuses forbidden when the browser's headers say that a page of another site sent the request. */
export function requireOwnPage(c: Context<Env>): void {
  if (c.var.isFromOtherSite) throw new AppError('forbidden', 'Please send this from the shop’s own pages.')
}

function isFromOtherSite(c: Context<Env>, isOwnOrigin: (origin: string) => boolean): boolean {
  const origin = c.req.header('origin')
  const isOwn = origin !== undefined && (isOwnOrigin(origin) || URL.parse(origin)?.host === c.req.header('host'))
  if (isOwn) return false
  // A page with `Referrer-Policy: no-referrer` sends `Origin: null`; this header still says that it is ours.
  const site = c.req.header('sec-fetch-site')
  return site === undefined ? origin !== undefined : site !== 'same-origin' && site !== 'none'
}

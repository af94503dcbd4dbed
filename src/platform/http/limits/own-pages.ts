import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'
import { mediaTypeOf } from '../headers.ts'

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

/**
 * Refuses a body without `Content-Type: application/json`, which is all that another site's form can send without a
 * preflight. A request without a body may have any type.
 */
export function jsonOnly({ except, respond }: { except: readonly string[]; respond: (c: Context<Env>) => Response }) {
  return createMiddleware<Env>(async (c, next) => {
    const isFine = isJson(c) || !hasBody(c) || except.includes(c.req.path)
    return isFine ? next() : respond(c)
  })
}

/** Whether the content type is JSON, which a page of another site cannot send without a preflight. */
function isJson(c: Context<Env>): boolean {
  return mediaTypeOf(c) === 'application/json'
}

function hasBody(c: Context<Env>): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return false
  const length = c.req.header('content-length')
  if (length !== undefined) return length !== '0'
  // Over the network a body without a length is announced; a request inside the process has no such header.
  return c.env?.incoming ? c.req.header('transfer-encoding') !== undefined : c.req.raw.body !== null
}

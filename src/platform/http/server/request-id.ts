import { randomUUID } from 'node:crypto'
import { SpanKind } from '@opentelemetry/api'
import { createMiddleware } from 'hono/factory'
import type { Claims } from '#platform/database/claims.ts'
import { type Log, requestLevel } from '#platform/log.ts'
import { traced } from '#platform/tracing.ts'
import type { Env } from '../env.ts'
import { clientIp, undeclaredProxy } from '../limits/client-ip.ts'

type Options = {
  log: Log
  trustProxy: string | undefined
  https: boolean
  /** A path as the log may contain it. */
  loggedPath?: ((path: string) => string) | undefined
}

/**
 * Gives the request its id and writes its log line: method, path without the query, status, milliseconds, and of a
 * refused request the id of its user. A caller's `x-request-id` is used if it is a plain word, so that it cannot forge
 * log lines.
 */
export function requestId({ log, trustProxy, https, loggedPath = (path) => path }: Options) {
  const ipOf = clientIp(trustProxy)
  const isBehindProxy = undeclaredProxy(trustProxy, { https })
  return createMiddleware<Env>(async (c, next) => {
    const given = c.req.header('x-request-id')
    const id = given && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
    const startedAt = performance.now()
    c.set('requestId', id)
    c.set('clientIp', ipOf(c))
    c.set('isBehindUndeclaredProxy', () => isBehindProxy(c))
    c.set('log', log.child({ requestId: id }))
    const { method, path } = c.req
    const attributes = { 'http.request.method': method, 'url.path': loggedPath(path) }
    await traced(method, { kind: SpanKind.SERVER, attributes }, async (span) => {
      const { traceId, traceFlags } = span.spanContext()
      if (traceFlags) c.set('log', c.var.log.child({ traceId }))
      await next()
      span.setAttribute('http.response.status_code', c.res.status)
    })
    c.res.headers.set('x-request-id', id)
    const quiet = path.startsWith('/health/')
    const { status } = c.res
    const line = { method, path: loggedPath(path), status, ms: Math.round(performance.now() - startedAt) }
    const user = refusals.has(status) ? (c.get('claims') as Claims | undefined)?.sub : undefined
    c.var.log[quiet ? 'debug' : requestLevel]({ ...line, ...(user !== undefined && { user }) }, 'request')
  })
}

/** Not permitted, or too often. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429])

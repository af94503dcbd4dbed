import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { type Log, requestLevel } from '#platform/log.ts'
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
 * Gives the request its id and writes its log line: method, path without the query, status, milliseconds. A caller's
 * `x-request-id` is used if it is a plain word, so that it cannot forge log lines.
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
    await next()
    c.res.headers.set('x-request-id', id)
    const { method, path } = c.req
    const quiet = path.startsWith('/health/')
    const line = { method, path: loggedPath(path), status: c.res.status, ms: Math.round(performance.now() - startedAt) }
    c.var.log[quiet ? 'debug' : requestLevel](line, 'request')
  })
}

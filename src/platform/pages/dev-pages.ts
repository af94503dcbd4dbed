import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { isLoopback } from '../http/server/request-path.ts'
import { routedPath } from './page-key.ts'

const devPath = /^\/dev(?:[./]|$)/

/**
 * Guards everything under /dev: 404 when live, and in a rehearsal served to the names of this machine only.
 * The mailbox holds sign-in links, and a site whose name resolves to 127.0.0.1 (DNS rebinding) could read it through
 * its visitor's browser. Such a site cannot choose the `Host` that the browser sends.
 */
export function devPages({ isRehearsal }: { isRehearsal: boolean }) {
  return createMiddleware<Env>(async (c, next) => {
    if (!devPath.test(routedPath(c.req.path))) return next()
    if (!isRehearsal) return c.notFound()
    // A request target in absolute form has a host too, which takes precedence over the header (RFC 9112, 3.2.2).
    const hosts = [c.req.header('host'), URL.parse(c.req.url)?.host ?? 'none']
    if (hosts.every((host) => host === undefined || isLoopback(host))) return next()
    return c.text(
      'Pages under /dev open only at localhost. From another computer, use an SSH tunnel to this one.\n',
      421,
    )
  })
}

import { Hono } from 'hono'
import type { Env } from '../env.ts'
import type { Readiness } from './readiness.ts'

/**
 * For load balancers. `live`: the program runs. `ready`: the program can serve requests; the log has the reason if it
 * cannot.
 */
export function health({ ready }: { ready: Readiness }): Hono<Env> {
  return new Hono<Env>()
    .use(async (c, next) => {
      await next()
      c.res.headers.set('Cache-Control', 'no-store')
    })
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) =>
      (await ready()) ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable' }, 503, { 'Retry-After': '2' }),
    )
}

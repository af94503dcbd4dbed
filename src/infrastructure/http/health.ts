import { Hono } from 'hono'
import type { Env } from './env.ts'

/** What a load balancer asks. `live`: the program runs. `ready`: it can serve; the reason why not stays in the log. */
export function health({ ready }: { ready: () => Promise<boolean> }): Hono<Env> {
  return new Hono<Env>()
    .use(async (c, next) => {
      await next()
      c.res.headers.set('Cache-Control', 'no-store')
    })
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) => {
      try {
        if (await ready()) return c.json({ status: 'ok' })
        c.var.log.warn('not ready: the database lacks migrations')
      } catch (error) {
        c.var.log.warn({ error }, 'not ready: the database does not answer')
      }
      return c.json({ status: 'unavailable' }, 503)
    })
}

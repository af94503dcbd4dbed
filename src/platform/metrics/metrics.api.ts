import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import type { Metrics } from './metrics.ts'

/**
 * GET / answers Prometheus with METRICS_TOKEN as the bearer token; 401 without it. Mounted only where a token is
 * configured: the figures say how much a shop sells.
 */
export function metricsApi({ metrics, token }: { metrics: Metrics; token: string }): Hono<Env> {
  const expected = digest(`Bearer ${token}`)
  return new Hono<Env>().get('/', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.json({ code: 'unauthorized', message: 'METRICS_TOKEN is required as the bearer token' }, 401, {
        'WWW-Authenticate': 'Bearer',
      })
    }
    const { type, text } = await metrics.render()
    return c.body(text, 200, { 'Content-Type': type })
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const surfaces = /^\/(auth|rest|storage|functions|webhooks|health|metrics)(?:\/|$)/

/** Counts each response by its surface: the API, or `pages` for every other path. */
export function countResponses(metrics: Metrics) {
  return createMiddleware<Env>(async (c, next) => {
    const beganMs = performance.now()
    await next()
    const surface = surfaces.exec(c.req.path)?.[1] ?? 'pages'
    metrics.countResponse(surface, c.res.status, (performance.now() - beganMs) / 1_000)
  })
}

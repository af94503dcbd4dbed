import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import type { Metrics } from './metrics.ts'

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

import { type Context, Hono } from 'hono'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { createInMemoryRateLimit } from '#platform/http/limits/in-memory-rate-limit.ts'
import { countVisit } from './count-visit.ts'
import { readVitals } from './read-vitals.ts'
import { VisitBody } from './visit-body.ts'

const largestBytes = 500

/**
 * Web vitals as visitors' browsers measure them, mounted at /functions/v1. POST vitals takes the report of one visit
 * (see `VisitBody`), counts it and answers 204; it stores nothing else of the request. Refuses bad_request, and
 * over_request_rate_limit. With `enabled: false` it accepts reports and counts none, as for reports from other sites.
 * GET vitals is for administrators only.
 */
export function vitalsApi({ db, enabled, limited }: { db: Db; enabled: boolean; limited: boolean }): Hono<Env> {
  const mayTell = createInMemoryRateLimit({ perMinute: 20 })
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/vitals', async (c) => {
      c.header('Cache-Control', 'no-store')
      if (limited && !mayTell(limitKey(c.var.clientIp))) {
        throw new AppError('over_request_rate_limit', 'Request rate limit reached')
      }
      const text = await c.req.text()
      if (text.length > largestBytes) throw new AppError('bad_request', 'The body is too large')
      const visit = VisitBody.parse(JSON.parse(text))
      if (enabled && !isFromElsewhere(c)) await db.asService((tx) => countVisit(tx, visit))
      return c.body(null, 204)
    })
    .get('/vitals', async (c) => {
      c.header('Cache-Control', 'no-store')
      await requireAdministrator(db, c)
      return c.json(await db.asService(readVitals))
    })
}

/** Whether the browser says that a page of another site sent the request: its visitors were not in the shop. */
function isFromElsewhere(c: Context<Env>): boolean {
  return (c.req.header('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
}

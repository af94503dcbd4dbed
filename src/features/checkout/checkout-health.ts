import { createMiddleware } from 'hono/factory'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'

/** A process writes each outcome this often at most: many customers fail at once. */
const everyMs = 15_000

/** Failures this close together are one streak. */
const streak = sql`interval '30 minutes'`

/** One failure may be the customer's connection or a restart. */
const fewest = 3

/**
 * Notes whether payment pages can be opened, for the alert that customers cannot buy. A refusal of the cart (4xx) is no
 * failure, and the check of a discount code is no checkout. Costs a customer nothing: the row is written afterwards.
 */
export function noteCheckouts(db: Db, pauseMs = everyMs) {
  const last = { failed: Number.NEGATIVE_INFINITY, worked: Number.NEGATIVE_INFINITY }
  function isDue(outcome: keyof typeof last): boolean {
    if (performance.now() - last[outcome] < pauseMs) return false
    last[outcome] = performance.now()
    return true
  }
  return createMiddleware<Env>(async (c, next) => {
    await next()
    if (c.res.status >= 500 && isDue('failed')) void noteFailure(db).catch(() => undefined)
    if (c.res.status !== 200) return
    const body: unknown = await c.res.clone().json()
    if (body && typeof body === 'object' && 'sessionId' in body && isDue('worked'))
      void noteSuccess(db).catch(() => undefined)
  })
}

async function noteFailure(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`update private.checkout_health set failed_at = now(),
      failing_since = case when failed_at > now() - ${streak} then coalesce(failing_since, now()) else now() end,
      failures = case when failed_at > now() - ${streak} then failures + 1 else 1 end`.execute(tx),
  )
}

async function noteSuccess(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`update private.checkout_health set failing_since = null, failed_at = null, failures = 0
         where failures > 0`.execute(tx),
  )
}

/** Since when checkouts have failed without one that worked; null while they work. */
export async function findFailingCheckouts(db: Db): Promise<{ since: Date; failures: number } | null> {
  const { rows } = await db.asService((tx) =>
    sql<{ since: Date; failures: number }>`select failing_since as since, failures from private.checkout_health
      where failures >= ${fewest} and failed_at > now() - ${streak}`.execute(tx),
  )
  return rows[0] ?? null
}

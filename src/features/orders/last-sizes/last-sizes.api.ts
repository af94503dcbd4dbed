import type { Hono } from 'hono'
import { getLimitedCaller, getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { readMySizes, rememberMySizes } from './last-sizes.contract.ts'
import { giveSizeConsent, listLastSizes, withdrawSizeConsent } from './last-sizes.ts'

const looks: Rate = { perMinute: 60 }

/** "Same as last time", by consent. */
export function lastSizesApi(): Hono<Env> {
  return endpoints(
    handle(readMySizes, async ({ c, db }) => {
      const claims = await getLimitedCaller(c, 'account.sizes', looks)
      return db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return { sizes: await listLastSizes(tx, session.userId) }
      })
    }),
    handle(rememberMySizes, async ({ c, db, body: { remember } }) => {
      const claims = await getLimitedCaller(c, 'account.sizes', looks)
      return db.asService(async (tx) => {
        // The account's row is locked, so that two presses at once leave what the later one says.
        const session = await getOwnSession(tx, claims, { lock: true })
        requireSecondFactor(session)
        if (remember) await giveSizeConsent(tx, session.userId)
        else await withdrawSizeConsent(tx, session.userId)
        return { sizes: await listLastSizes(tx, session.userId) }
      })
    }),
  )
}

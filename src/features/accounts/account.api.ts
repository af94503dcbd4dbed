import type { Hono } from 'hono'
import { agentOf } from '#platform/auth/audit.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { endSession, listSessions } from './account.contract.ts'
import { getLimitedCaller } from './limited-caller.ts'
import { getOwnSession, requireSecondFactor } from './own-session.ts'
import { endOwnSession } from './sessions/end-own-session.ts'
import { findSessions } from './sessions/list-sessions.ts'

const looks: Rate = { perMinute: 60 }

/** The caller's own sessions, with a rate limit per account. */
export function accountApi(): Hono<Env> {
  return endpoints(
    handle(listSessions, async ({ c, db }) => {
      const claims = await getLimitedCaller(c, 'account.sessions', looks)
      const sessions = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return findSessions(tx, { userId: session.userId, sessionId: session.id })
      })
      return { sessions }
    }),
    handle(endSession, async ({ c, db, body: { id } }) => {
      const claims = await getLimitedCaller(c, 'account.end-session', looks)
      await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        await endOwnSession(tx, { userId: session.userId, sessionId: id, agent: agentOf(c) })
      })
      return { ended: id }
    }),
  )
}

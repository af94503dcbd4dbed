import { Hono } from 'hono'
import { z } from 'zod'
import { agentOf } from '#platform/auth/agent.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { getLimitedCaller } from './limited-caller.ts'
import { getOwnSession, requireSecondFactor } from './own-session.ts'
import { endOwnSession } from './sessions/end-own-session.ts'
import { listSessions } from './sessions/list-sessions.ts'

const looks: Rate = { perMinute: 60 }

const EndBody = z.object({ id: z.uuid() })

/**
 * The caller's own sessions, mounted at /functions/v1. GET account-sessions returns `{ sessions }`; POST end-session `{
 * id }` ends one. Both require the second factor if the account has one, and have a rate limit per account.
 */
export function accountApi({ db }: Pick<AuthDeps, 'db'>): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/account-sessions', async (c) => {
      const claims = await getLimitedCaller(c, 'account.sessions', looks)
      const sessions = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return listSessions(tx, { userId: session.userId, sessionId: session.id })
      })
      return c.json({ sessions })
    })
    .post('/end-session', async (c) => {
      const claims = await getLimitedCaller(c, 'account.end-session', looks)
      const { id } = EndBody.parse(await c.req.json())
      await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        await endOwnSession(tx, { userId: session.userId, sessionId: id, agent: agentOf(c) })
      }, requestContextOf(c))
      return c.json({ ended: id })
    })
}

import type { Hono } from 'hono'
import { sql } from 'kysely'
import { findAccount } from '#platform/auth/account/account.ts'
import { agentOf, recordAuthEvent } from '#platform/auth/audit.ts'
import { isVerified, removeFactor } from '#platform/auth/factors/factor.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { endSession, listSessions, removeUnfinishedFactors, type Session } from './account.contract.ts'
import { coarseNetwork, describeDevice } from './describe-device.ts'
import { getLimitedCaller, getOwnSession, requireSecondFactor } from './own-session.ts'

const looks: Rate = { perMinute: 60 }

/** The caller's own sessions and unfinished second factors, with a rate limit per account. */
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
        const { userId } = session
        const ended = await tx
          .deleteFrom('auth.sessions')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst()
        // The same for a session of another user, so that the two cannot be distinguished.
        if (!ended) throw new AppError('not_found', 'That device is already signed out.')
        const details = { scope: 'one', session_id: id }
        await recordAuthEvent(tx, { action: 'logout', userId, agent: agentOf(c), details })
      })
      return { ended: id }
    }),
    handle(removeUnfinishedFactors, async ({ c, db }) => {
      const claims = await getLimitedCaller(c, 'account.unfinished-factors', looks)
      const removed = await db.asService(async (tx) => {
        // Under the lock that confirming a factor takes too.
        const session = await getOwnSession(tx, claims, { lock: true })
        requireSecondFactor(session)
        const account = await findAccount(tx, session.userId)
        const unfinished = account?.factors.filter((factor) => !isVerified(factor)) ?? []
        for (const factor of unfinished) await removeFactor(tx, { factor, agent: agentOf(c) })
        return unfinished.length
      })
      return { removed }
    }),
  )
}

type Row = { id: string; user_agent: string; ip: string | null; began: Date; used: Date; aal: string }

/** The sessions of an account: the current one first, then by last use. */
async function findSessions(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<Session[]> {
  const { rows } = await sql<Row>`
    select id, coalesce(user_agent, '') as user_agent, host(ip) as ip, created_at as began, aal::text as aal,
      greatest(created_at, updated_at, refreshed_at at time zone 'utc') as used
    from auth.sessions
    where user_id = ${userId} and (not_after is null or not_after > public.shop_now())
    order by id = ${sessionId} desc, used desc, id limit 100`.execute(tx)
  return rows.map(({ id, user_agent, ip, began, used, aal }) => ({
    id,
    device: describeDevice(user_agent),
    network: coarseNetwork(ip),
    signed_in_at: began.toISOString(),
    last_used_at: used.toISOString(),
    has_second_factor: aal === 'aal2',
    current: id === sessionId,
  }))
}

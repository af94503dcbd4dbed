import type { Context } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createKeyedSemaphore } from '#platform/http/limits/places.ts'
import { findAccount } from '../account/account.ts'
import { type Agent, agentOf, inetOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { readBody } from '../read-body.ts'
import {
  addRefreshToken,
  createSessionResponse,
  endRefreshTokens,
  hashRefreshToken,
  nextRefreshToken,
  type SessionResponse,
} from './open-session.ts'

const refreshBody = z.object({ refresh_token: z.string().optional() })

/**
 * `grant_type=refresh_token`. Tabs that send one token at once are served one after another. The session's
 * row lock does the same across processes, but each call that waits for a lock holds a connection, and fails after
 * three seconds.
 */
export function refreshGrant(): (deps: AuthDeps, c: Context<Env>) => Promise<SessionResponse> {
  const inTurn = createKeyedSemaphore({
    concurrency: 1,
    maxWaiting: 600,
    refuse: () => new AppError('over_request_rate_limit', 'This token is being refreshed too often at once'),
  })
  return async (deps, c) => {
    const { refresh_token: token = '' } = await readBody(c, refreshBody)
    if (!/^[\w-]{12,255}$/.test(token)) throw new AuthError(400, 'validation_failed', 'Refresh token is not valid')
    return inTurn(token, () => refreshSession(deps, token, agentOf(c)))
  }
}

type Stored = {
  id: string
  token: string
  parent: string | null
  revoked: boolean
  reusable: boolean
  is_recent: boolean
  session_id: string
  user_id: string
  is_over: boolean
}

/** The most steps a token may be carried forward within one reuse interval: no tab is further behind. */
const furthestBehind = 50

/**
 * A new access token for a refresh token. Tabs with the same token wait for each other at the session's
 * row and all get the same next token. An old token outside the rules ends the session, which commits although the
 * response is a refusal.
 */
async function refreshSession(deps: AuthDeps, token: string, agent: Agent): Promise<SessionResponse> {
  const outcome = await deps.db.asService(async (tx): Promise<SessionResponse | AuthError> => {
    const stored = await lockToken(tx, token, deps.settings.refreshReuseSeconds)
    if (!stored) return refusal('refresh_token_not_found', 'Refresh Token Not Found')
    if (stored.revoked && !stored.reusable) return refusal('refresh_token_already_used', 'Already Used')
    if (stored.is_over) return refusal('session_expired', 'Session Expired')
    const account = await findAccount(tx, stored.user_id)
    if (!account) return refusal('session_not_found', 'No Valid Session Found')
    if (account.isBanned) return refusal('user_banned', 'User Banned')
    const refreshToken = await forward(deps, tx, stored, token)
    if (!refreshToken) {
      await endSessionForReuse(tx, stored, agent)
      deps.log.warn({ session: stored.session_id }, 'a refresh token came back too late, and its session was ended')
      return refusal('refresh_token_already_used', 'Already Used')
    }
    await tx
      .updateTable('auth.sessions')
      .set({
        refreshed_at: sql<Date>`public.shop_now() at time zone 'utc'`,
        updated_at: shopNow,
        user_agent: agent.userAgent,
        ip: inetOf(agent),
      })
      .where('id', '=', stored.session_id)
      .execute()
    return createSessionResponse(deps, tx, { account, sessionId: stored.session_id, refreshToken })
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

async function lockToken(tx: Tx, token: string, reuseSeconds: number): Promise<Stored | undefined> {
  const hash = hashRefreshToken(token)
  await sql`select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${hash} for update of s`.execute(tx)
  // Only a new statement sees another tab's change during the wait for the lock.
  const { rows } = await sql<Stored>`
    select t.id, t.token, t.parent, t.revoked, t.reusable, t.session_id, s.user_id,
      t.updated_at > public.shop_now() - ${reuseSeconds} * interval '1 second' as is_recent,
      coalesce(s.not_after <= public.shop_now(), false) as is_over
    from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${hash}`.execute(tx)
  return rows[0]
}

/** The next refresh token; null if this one may not be used any more. */
async function forward(deps: AuthDeps, tx: Tx, stored: Stored, token: string): Promise<string | null> {
  const next = nextRefreshToken(deps, token)
  if (!stored.revoked) {
    await tx
      .updateTable('auth.refresh_tokens')
      .set({ revoked: true, updated_at: shopNow })
      .where('id', '=', stored.id)
      .execute()
    await addRefreshToken(tx, { token: next, sessionId: stored.session_id, userId: stored.user_id, parent: token })
    return next
  }
  const active = await tx
    .selectFrom('auth.refresh_tokens')
    .select(['token', 'parent'])
    .where('session_id', '=', stored.session_id)
    .where('revoked', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!active) return null
  // The client lost the last response: it may get it again at any age.
  if (active.parent === stored.token) return next
  if (!stored.is_recent) return null
  let each = next
  for (let step = 0; step < furthestBehind; step += 1) {
    if (hashRefreshToken(each) === active.token) return each
    each = nextRefreshToken(deps, each)
  }
  return null
}

async function endSessionForReuse(tx: Tx, { session_id, user_id }: Stored, agent: Agent): Promise<void> {
  await endRefreshTokens(tx, session_id)
  await tx
    .updateTable('auth.sessions')
    .set({ not_after: shopNow, updated_at: shopNow })
    .where('id', '=', session_id)
    .execute()
  await recordAuthEvent(tx, { action: 'token_reused', userId: user_id, agent, details: { session_id } })
}

function refusal(code: string, why: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${why}`)
}

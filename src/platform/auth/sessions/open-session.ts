import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { findAccount } from '../account/account.ts'
import { type Agent, inetOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { recordDevice } from './known-devices.ts'
import { addRefreshToken, firstRefreshToken } from './refresh-tokens.ts'
import { createSessionResponse, type SessionResponse } from './session-response.ts'

/** The method of a sign-in, as in `amr`. */
export type AuthMethod = 'password' | 'otp' | 'oauth' | 'totp' | 'mfa/phone' | 'mfa/webauthn'

/**
 * Signs a user in: a new session with tokens of its own, at aal1. A sign-in from a new device sends an e-mail to the
 * account's owner. The user was authenticated by the caller.
 */
export async function openSession(
  accounts: AuthDeps,
  tx: Tx,
  { userId, method, agent }: { userId: string; method: AuthMethod; agent: Agent },
): Promise<SessionResponse> {
  const { id: sessionId } = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      user_agent: agent.userAgent,
      ip: inetOf(agent),
      created_at: sql<Date>`public.shop_now()`,
      updated_at: sql<Date>`public.shop_now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stampMethod(tx, sessionId, method)
  const refreshToken = firstRefreshToken()
  await addRefreshToken(tx, { token: refreshToken, sessionId, userId })
  await tx
    .updateTable('auth.users')
    .set({ last_sign_in_at: sql<Date>`public.shop_now()`, updated_at: sql<Date>`public.shop_now()` })
    .where('id', '=', userId)
    .execute()
  const account = await findAccount(tx, userId)
  if (!account) throw new Error(`The account ${userId} has gone`)
  await recordDevice(accounts, tx, { account, agent })
  await recordAuthEvent(tx, { action: 'login', userId, agent, details: { method } })
  return createSessionResponse(accounts, tx, { account, sessionId, refreshToken })
}

/** Records a method that raised or renewed a session. An existing one gets a new time, not a second entry. */
export async function stampMethod(tx: Tx, sessionId: string, method: AuthMethod): Promise<void> {
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values (${sessionId}, ${method}, public.shop_now(), public.shop_now())
    on conflict (session_id, authentication_method) do update set updated_at = public.shop_now()`.execute(tx)
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { AuthDeps } from '../auth-deps.ts'

/**
 * Refresh tokens are 256 bits, stored as SHA-256. Each is derived from the one before by a keyed hash: so a client with
 * an older one can get the current one again, although no token's text is stored.
 */
export function firstRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

export function nextRefreshToken({ keyedHash }: Pick<AuthDeps, 'keyedHash'>, token: string): string {
  return keyedHash(token, 'refresh token')
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type NewRefreshToken = { token: string; sessionId: string; userId: string; parent?: string }

export async function addRefreshToken(tx: Tx, { token, sessionId, userId, parent }: NewRefreshToken): Promise<void> {
  await tx
    .insertInto('auth.refresh_tokens')
    .values({
      token: hashRefreshToken(token),
      session_id: sessionId,
      user_id: userId,
      parent: parent === undefined ? null : hashRefreshToken(parent),
      created_at: sql<Date>`public.shop_now()`,
      updated_at: sql<Date>`public.shop_now()`,
    })
    .execute()
}

/** Revokes all tokens of a session for good: no reuse interval applies. */
export async function endRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, reusable: false, updated_at: sql<Date>`public.shop_now()` })
    .where('session_id', '=', sessionId)
    .execute()
}

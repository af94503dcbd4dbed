import { type Agent, recordAuthEvent } from '#platform/auth/audit.ts'
import { endSession } from '#platform/auth/sessions/end-sessions.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/**
 * Ends one session of a user. Refuses not_found for one that has ended and for a session of another user, so that the
 * two cannot be distinguished.
 */
export async function endOwnSession(
  tx: Tx,
  { userId, sessionId, agent }: { userId: string; sessionId: string; agent: Agent },
): Promise<void> {
  const own = await tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw new AppError('not_found', 'That device is already signed out.')
  await endSession(tx, userId, sessionId)
  await recordAuthEvent(tx, { action: 'logout', userId, agent, details: { scope: 'one', session_id: sessionId } })
}

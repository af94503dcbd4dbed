import type { Tx } from '../database/db.ts'
import { type Agent, inetOf } from './agent.ts'

export type AuthEvent =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'user_signedup'
  | 'user_invited'
  | 'user_confirmed'
  | 'user_modified'
  | 'user_deleted'
  | 'user_recovery_requested'
  | 'user_updated_password'
  | 'user_reauthenticate_requested'
  | 'token_reused'
  | 'factor_enrolled'
  | 'factor_verified'
  | 'factor_deleted'
  | 'identity_linked'
  | 'identity_unlinked'

/** Adds a line to GoTrue's audit log. `details` must contain no secret, and of users only ids. */
export async function recordAuthEvent(
  tx: Tx,
  event: { action: AuthEvent; userId: string | null; agent: Agent; details?: Record<string, unknown> },
): Promise<void> {
  const { action, userId, agent, details = {} } = event
  const payload = {
    action,
    actor_id: userId,
    request_id: agent.requestId,
    user_agent: agent.userAgent,
    traits: details,
  }
  await tx
    .insertInto('auth.audit_log_entries')
    .values({ payload: JSON.stringify(payload), ip_address: inetOf(agent) ?? '' })
    .execute()
}

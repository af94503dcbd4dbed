import type { Context } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'

type AuthEvent =
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

/** The client of a request, as sessions and the log store it. */
export type Agent = { ip: string; userAgent: string; requestId: string }

/** Of a command, which has no request. */
export const localAgent: Agent = { ip: 'local', userAgent: '', requestId: '' }

export function agentOf(c: Context<Env>): Agent {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 500)
  return { ip: c.var.clientIp, userAgent, requestId: c.var.requestId }
}

/** The address for a column of type inet; null for a request without a connection. */
export function inetOf({ ip }: Agent): string | null {
  return ip === 'local' ? null : (ip.split('%')[0] ?? null)
}

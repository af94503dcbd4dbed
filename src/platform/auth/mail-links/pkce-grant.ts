import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Env } from '#platform/http/env.ts'
import { findAccount, isBanned } from '../account/account.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type AuthMethod, openSession } from '../sessions/open-session.ts'
import type { SessionResponse } from '../sessions/session-response.ts'
import { endFlow, openProviderTokens } from './flows.ts'
import { hashToken } from './one-time-tokens.ts'

const body = z.object({ auth_code: optionalText, code_verifier: optionalText })

/**
 * The grant `pkce`: a code and the verifier of its flow's challenge, for a session. The flow ends
 * with it; of concurrent calls one gets the session. A wrong verifier consumes nothing.
 */
export async function pkceGrant(accounts: AuthDeps, c: Context<Env>): Promise<SessionResponse> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, body)
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
  return accounts.db.asService(async (tx) => {
    const flow = await findFlow(tx, code)
    if (!flow?.user_id) throw unknownFlow()
    if (flow.is_over) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    if (!matchesChallenge(flow, verifier)) {
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    // The account first, as everywhere: a flow is one of the account's pending things.
    const account = await findAccount(tx, flow.user_id, { lock: true })
    if (!account || !(await endFlow(tx, flow.id))) throw unknownFlow()
    if (await isBanned(tx, account.user)) throw new AuthError(400, 'user_banned', 'User is banned')
    const method = flow.authentication_method as AuthMethod
    const session = await openSession(accounts, tx, { userId: account.user.id, method, agent: agentOf(c) })
    return { ...session, ...openProviderTokens(accounts, flow) }
  })
}

type Flow = Selectable<Tables['auth.flow_state']> & { is_over: boolean }

/** A provider's sign-in has five minutes in all; an e-mail's flow has them from the click on. */
async function findFlow(tx: Tx, code: string): Promise<Flow | undefined> {
  const { rows } = await sql<Flow>`select *,
      case when authentication_method = 'oauth' then created_at else auth_code_issued_at end
        <= public.shop_now() - interval '5 minutes' as is_over
    from auth.flow_state where auth_code = ${hashToken(code)}`.execute(tx)
  return rows[0]
}

function matchesChallenge({ code_challenge, code_challenge_method }: Flow, verifier: string): boolean {
  if (!code_challenge) return false
  const made = code_challenge_method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [one, other] = [Buffer.from(made), Buffer.from(code_challenge)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function unknownFlow(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

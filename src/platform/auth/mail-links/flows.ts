import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { type Insertable, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Env } from '#platform/http/env.ts'
import { isSameText } from '#platform/secrets/secrets.ts'
import { findAccount } from '../account/account.ts'
import { agentOf } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type AuthMethod, openSession, type SessionResponse } from '../sessions/open-session.ts'
import { hashToken } from './one-time-tokens.ts'

/** The client's PKCE challenge (RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' }

/** The two fields of a challenge; clients send null for none. */
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText }

type ChallengeFields = { code_challenge?: string | null | undefined; code_challenge_method?: string | null | undefined }

/**
 * The challenge of a body or a query; null if both fields are absent. Refuses 400 one without the other, an unknown
 * method, and what is not 43 to 128 unreserved characters.
 */
export function readChallenge({ code_challenge, code_challenge_method }: ChallengeFields): Challenge | null {
  if (!code_challenge && !code_challenge_method) return null
  if (!code_challenge || !code_challenge_method) {
    throw invalid('PKCE flow requires both code_challenge and code_challenge_method')
  }
  const method = code_challenge_method.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid('code_challenge_method must be s256 or plain')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_challenge)) {
    throw invalid('code_challenge must be 43 to 128 letters, digits, hyphens, periods, underscores or tildes')
  }
  return { challenge: code_challenge, method }
}

/** Begins a flow and returns its id. In the implicit flow, without a challenge, only a provider's sign-in has one. */
export async function beginFlow(
  tx: Tx,
  challenge: Challenge | null,
  flow: Insertable<Tables['auth.flow_state']>,
): Promise<string> {
  const id = flow.id ?? randomUUID()
  const { challenge: code_challenge = null, method: code_challenge_method = null } = challenge ?? {}
  const row = { ...flow, id, code_challenge, code_challenge_method, created_at: shopNow, updated_at: shopNow }
  await tx.insertInto('auth.flow_state').values(row).execute()
  return id
}

/** The code that the flow's own client may exchange for a session of this user, once. A flow issues one. */
export async function issueAuthCode(tx: Tx, flowId: string, userId: string): Promise<string> {
  const code = randomUUID()
  const { numUpdatedRows } = await tx
    .updateTable('auth.flow_state')
    .set({ user_id: userId, auth_code: hashToken(code), auth_code_issued_at: shopNow, updated_at: shopNow })
    .where('id', '=', flowId)
    .where('auth_code', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`The flow ${flowId} gives no code`)
  return code
}

/** Ends a flow; false if it has ended already. */
export async function endFlow(tx: Tx, flowId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth.flow_state').where('id', '=', flowId).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

type ProviderTokens = { accessToken?: string | undefined; refreshToken?: string | undefined }

/** The purpose under which they are encrypted. */
export const sealedForProvider = 'provider token'

/** Stores the provider's own tokens, encrypted, for the response that ends the flow. */
export async function saveProviderTokens({ seal }: AuthDeps, tx: Tx, flowId: string, tokens: ProviderTokens) {
  const { accessToken, refreshToken } = tokens
  await tx
    .updateTable('auth.flow_state')
    .set({
      provider_access_token: accessToken ? seal.seal(accessToken, sealedForProvider) : null,
      provider_refresh_token: refreshToken ? seal.seal(refreshToken, sealedForProvider) : null,
    })
    .where('id', '=', flowId)
    .execute()
}

/**
 * The provider's tokens under GoTrue's field names; empty if the flow has none, or if JWT_SECRET was changed since: the
 * customer is signed in all the same.
 */
function openProviderTokens(
  { seal, log }: Pick<AuthDeps, 'seal' | 'log'>,
  flow: { provider_access_token: string | null; provider_refresh_token: string | null },
): { provider_token?: string; provider_refresh_token?: string } {
  const { provider_access_token: access, provider_refresh_token: refresh } = flow
  try {
    return {
      ...(access && { provider_token: seal.open(access, sealedForProvider) }),
      ...(refresh && { provider_refresh_token: seal.open(refresh, sealedForProvider) }),
    }
  } catch (error) {
    log.warn({ error }, 'a provider’s tokens can’t be read with this JWT_SECRET: the sign-in went on without them')
    return {}
  }
}

const body = z.object({ auth_code: optionalText, code_verifier: optionalText })

/**
 * The grant `pkce`: a code and the verifier of its flow's challenge, for a session. The flow ends
 * with it; of concurrent calls one gets the session. A wrong verifier consumes nothing.
 */
export async function pkceGrant(deps: AuthDeps, c: Context<Env>): Promise<SessionResponse> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, body)
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
  return deps.db.asService(async (tx) => {
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
    if (account.isBanned) throw new AuthError(400, 'user_banned', 'User is banned')
    const method = flow.authentication_method as AuthMethod
    const session = await openSession(deps, tx, { userId: account.user.id, method, agent: agentOf(c) })
    return { ...session, ...openProviderTokens(deps, flow) }
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
  return isSameText(made, code_challenge)
}

function unknownFlow(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

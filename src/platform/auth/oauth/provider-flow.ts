import { type Selectable, sql } from 'kysely'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { beginFlow, type Challenge } from '../mail-links/flows.ts'
import { isUuid } from '../read-body.ts'

/** The account for the linking, and the session that requested it. */
export type LinkTarget = { userId: string; sessionId: string | null }

/** The secret values that the provider has to return. */
export type ProviderSecrets = { verifier: string; nonce: string }

export type ProviderFlow = ProviderSecrets & {
  id: string
  provider: string
  /** The final redirect, validated when the flow began. */
  redirect: string
  /** Whether the client fetches its session by a code instead of reading it from the address. */
  isPkce: boolean
  link: LinkTarget | null
}

/** The purpose under which the returning browser's secrets are encrypted. */
export const sealedForFlow = 'provider flow'

/** Stores a browser's redirect to a provider, for five minutes; `state` must be returned with it. */
export async function beginProviderFlow(
  { seal }: Pick<AuthDeps, 'seal'>,
  tx: Tx,
  begun: { provider: string; redirect: string; challenge: Challenge | null; link: LinkTarget | null },
): Promise<ProviderSecrets & { state: string }> {
  const { provider, redirect, challenge, link } = begun
  const secrets = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  const sealed = seal.seal(JSON.stringify({ ...secrets, sessionId: link?.sessionId ?? null }), sealedForFlow)
  const state = await beginFlow(tx, challenge, {
    authentication_method: 'oauth',
    provider_type: provider,
    linking_target_id: link?.userId ?? null,
    referrer: redirect,
    provider_state: sealed,
  })
  return { ...secrets, state }
}

/** The flow of a returning browser; null if there is none, it is older than five minutes, or it was used before. */
export async function claimProviderFlow(
  { seal }: Pick<AuthDeps, 'seal'>,
  tx: Tx,
  state: string,
): Promise<ProviderFlow | null> {
  if (!isUuid(state)) return null
  const { rows } = await sql<
    Selectable<Tables['auth.flow_state']> & { secrets: string }
  >`update auth.flow_state flow set provider_state = null, updated_at = public.shop_now()
    from (select id, provider_state as secrets from auth.flow_state where id = ${state}::uuid for update) was
    where flow.id = was.id and flow.provider_state is not null
      and flow.created_at > public.shop_now() - interval '5 minutes'
    returning flow.*, was.secrets`.execute(tx)
  const [row] = rows
  // Unreadable if JWT_SECRET was changed since: such a flow begins again.
  const opened = row && seal.tryOpen(row.secrets, sealedForFlow)
  if (!row || !opened) return null
  const { sessionId, ...secrets }: ProviderSecrets & { sessionId: string | null } = JSON.parse(opened)
  return {
    id: row.id,
    provider: row.provider_type,
    redirect: row.referrer ?? '',
    isPkce: row.code_challenge !== null,
    link: row.linking_target_id === null ? null : { userId: row.linking_target_id, sessionId },
    ...secrets,
  }
}

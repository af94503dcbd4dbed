import { sql } from 'kysely'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Tx } from '#platform/database/db.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { beginFlow, type Challenge } from '../mail-links/flows.ts'
import { isUuid } from '../read-body.ts'

/** Whose account an identity is to be added to, and the session that asked for it. */
export type LinkTarget = { userId: string; sessionId: string | null }

/** What the provider has to bring back, known to nobody else. */
export type ProviderSecrets = { verifier: string; nonce: string }

export type ProviderFlow = ProviderSecrets & {
  id: string
  provider: string
  /** Where the browser goes in the end; judged when the flow began. */
  redirect: string
  /** Whether the client fetches its session by a code instead of finding it in the address. */
  isPkce: boolean
  link: LinkTarget | null
}

const sealedForFlow = 'provider flow'

/** Remembers that a browser is sent to a provider, for five minutes; `state` is what it must come back with. */
export async function beginProviderFlow(
  { seal }: Pick<AuthDeps, 'seal'>,
  tx: Tx,
  begun: { provider: string; redirect: string; challenge: Challenge | null; link: LinkTarget | null },
): Promise<ProviderSecrets & { state: string }> {
  const { provider, redirect, challenge, link } = begun
  const secrets = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  const state = await beginFlow(tx, {
    userId: null,
    challenge,
    method: 'oauth',
    provider,
    redirectTo: redirect,
    providerState: seal.seal(JSON.stringify({ ...secrets, sessionId: link?.sessionId ?? null }), sealedForFlow),
    ...(link && { linkingTargetId: link.userId }),
  })
  return { ...secrets, state }
}

/** The flow a browser came back for; null where there is none, it is older than five minutes, or it was come back for before. */
export async function claimProviderFlow(
  { seal }: Pick<AuthDeps, 'seal'>,
  tx: Tx,
  state: string,
): Promise<ProviderFlow | null> {
  if (!isUuid(state)) return null
  const { rows } = await sql<{
    id: string
    provider_type: string
    referrer: string
    code_challenge: string | null
    linking_target_id: string | null
    secrets: string
  }>`update auth.flow_state flow set provider_state = null, updated_at = public.shop_now()
    from (select id, provider_state as secrets from auth.flow_state where id = ${state}::uuid for update) was
    where flow.id = was.id and flow.provider_state is not null
      and flow.created_at > public.shop_now() - interval '5 minutes'
    returning flow.*, was.secrets`.execute(tx)
  const [row] = rows
  if (!row) return null
  const kept = opened(seal, row.secrets)
  if (!kept) return null
  const { sessionId, ...secrets } = kept
  return {
    id: row.id,
    provider: row.provider_type,
    redirect: row.referrer,
    isPkce: row.code_challenge !== null,
    link: row.linking_target_id === null ? null : { userId: row.linking_target_id, sessionId },
    ...secrets,
  }
}

type Kept = ProviderSecrets & { sessionId: string | null }

/** Null where JWT_SECRET was changed since: such a flow begins again. */
function opened(seal: AuthDeps['seal'], sealed: string): Kept | null {
  try {
    return JSON.parse(seal.open(sealed, sealedForFlow))
  } catch {
    return null
  }
}

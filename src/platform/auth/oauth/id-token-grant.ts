import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { optionalText, readBody } from '../read-body.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionResponse } from '../sessions/session-response.ts'
import { accountOfIdentity, linkIdentity, retryOnRace } from './account-of-identity.ts'
import { IdTokenError } from './id-token-error.ts'
import { findLinkingCaller, requireFreshSession } from './linking-caller.ts'
import { readProviderClaims } from './provider-claims.ts'
import { discoverProvider, findProvider } from './providers.ts'
import { verifyIdToken } from './verify-id-token.ts'

const idTokenBody = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})

/**
 * `grant_type=id_token`: signs in with a token that the client got from a provider itself, or with `link_identity`
 * links that identity to the bearer's account. Errors of the token are in OAuth's form, always 400.
 */
export async function idTokenGrant(accounts: AuthDeps, c: Context<Env>): Promise<SessionResponse> {
  const { provider: name, id_token, access_token, nonce, link_identity } = await readBody(c, idTokenBody)
  if (!id_token) throw new IdTokenError('invalid request', 'id_token required')
  const provider = readProviderOfToken(accounts, name)
  const agent = agentOf(c)
  // Callers who may not link are refused before the token is read.
  if (link_identity)
    await accounts.db.asService(async (tx) => requireFreshSession(tx, await findLinkingCaller(accounts, tx, c)))
  const discovered = await discoverProvider(accounts, provider)
  const claims = await verifyIdToken(discovered, { idToken: id_token, accessToken: access_token, nonce })
  const identity = readProviderClaims(provider.name, claims)
  return retryOnRace(() =>
    accounts.db.asService(async (tx) => {
      if (!link_identity) {
        const userId = await accountOfIdentity(accounts, tx, { identity, agent })
        return openSession(accounts, tx, { userId, method: 'oauth', agent })
      }
      const { account } = await findLinkingCaller(accounts, tx, c)
      await linkIdentity(accounts, tx, { identity, agent, account })
      return openSession(accounts, tx, { userId: account.user.id, method: 'oauth', agent })
    }),
  )
}

function readProviderOfToken(accounts: AuthDeps, name: string | undefined): OAuthProvider {
  if (!name) throw new IdTokenError('invalid request', 'provider or client_id and issuer required')
  const provider = findProvider(accounts, name)
  if (provider) return provider
  if (familiar.has(name)) throw new AuthError(400, 'provider_disabled', `Provider "${name}" is not enabled`)
  throw invalid(`Custom OIDC provider "${name.slice(0, 50)}" not allowed`)
}

/** Providers of GoTrue that issue id_tokens: they are known names, not configured here. */
const familiar = new Set(['apple', 'azure', 'facebook', 'google', 'kakao', 'keycloak', 'linkedin_oidc', 'slack_oidc'])

import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../audit.ts'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { optionalText, readBody } from '../read-body.ts'
import { openSession, type SessionResponse } from '../sessions/open-session.ts'
import { accountOfIdentity, linkIdentity, retryOnRace } from './account-of-identity.ts'
import { findLinkingCaller, requireFreshSession } from './identities.api.ts'
import { readProviderClaims } from './provider-claims.ts'
import { type Discovered, discoverProvider, findProvider } from './providers.ts'

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
export async function idTokenGrant(deps: AuthDeps, c: Context<Env>): Promise<SessionResponse> {
  const { provider: name, id_token, access_token, nonce, link_identity } = await readBody(c, idTokenBody)
  if (!id_token) throw new IdTokenError('invalid request', 'id_token required')
  const provider = readProviderOfToken(deps, name)
  const agent = agentOf(c)
  // Callers who may not link are refused before the token is read.
  if (link_identity)
    await deps.db.asService(async (tx) => requireFreshSession(tx, await findLinkingCaller(deps, tx, c)))
  const discovered = await discoverProvider(deps, provider)
  const claims = await verifyIdToken(discovered, { idToken: id_token, accessToken: access_token, nonce })
  const identity = readProviderClaims(provider.name, claims)
  return retryOnRace(() =>
    deps.db.asService(async (tx) => {
      if (!link_identity) {
        const userId = await accountOfIdentity(deps, tx, { identity, agent })
        return openSession(deps, tx, { userId, method: 'oauth', agent })
      }
      const { account } = await findLinkingCaller(deps, tx, c)
      await linkIdentity(deps, tx, { identity, agent, account })
      return openSession(deps, tx, { userId: account.user.id, method: 'oauth', agent })
    }),
  )
}

function readProviderOfToken(deps: AuthDeps, name: string | undefined): OAuthProvider {
  if (!name) throw new IdTokenError('invalid request', 'provider or client_id and issuer required')
  const provider = findProvider(deps, name)
  if (provider) return provider
  if (familiar.has(name)) throw new AuthError(400, 'provider_disabled', `Provider "${name}" is not enabled`)
  throw invalid(`Custom OIDC provider "${name.slice(0, 50)}" not allowed`)
}

/** Providers of GoTrue that issue id_tokens: they are known names, not configured here. */
const familiar = new Set(['apple', 'azure', 'facebook', 'google', 'kakao', 'keycloak', 'linkedin_oidc', 'slack_oidc'])

/** Asymmetric signatures only. Shared secrets and `none` are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type Given = { idToken: string; accessToken?: string | undefined; nonce?: string | undefined }

/**
 * The claims of a provider's id_token: signed by a key the configured provider publishes now, issued by it, for this
 * shop, and not expired. The location of the keys never comes from the token. A nonce in the token is the hex SHA-256
 * of the client's; an access token given with it must be the one it was issued with. Refuses by IdTokenError.
 */
async function verifyIdToken(
  { provider, issuer, keys }: Discovered,
  { idToken, accessToken, nonce }: Given,
): Promise<JWTPayload> {
  const { payload, protectedHeader } = await verifySignature(idToken, { keys, issuer, audience: provider.clientId })
  const { aud, azp } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp !== provider.clientId) throw unacceptable(aud)
  checkNonce(payload.nonce, nonce)
  if (accessToken && payload.at_hash !== undefined && payload.at_hash !== atHash(accessToken, protectedHeader.alg)) {
    throw new IdTokenError('invalid request', 'Bad ID token: it belongs to another access token')
  }
  return payload
}

async function verifySignature(
  idToken: string,
  { keys, issuer, audience }: { keys: Discovered['keys']; issuer: string; audience: string },
) {
  try {
    return await jwtVerify(idToken, keys, {
      issuer,
      audience,
      algorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 30,
    })
  } catch (error) {
    // The signature was valid, and so were the claims jose checks before the audience.
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud' && error.payload.aud !== undefined) {
      throw unacceptable(error.payload.aud)
    }
    if (error instanceof errors.JOSEError && !isUnreachable(error)) {
      throw new IdTokenError('invalid request', 'Bad ID token', error)
    }
    throw new AuthError(503, 'unexpected_failure', 'The provider cannot be reached at the moment', { cause: error })
  }
}

/** A failure to fetch keys says nothing about the token. */
function isUnreachable(error: errors.JOSEError): boolean {
  return error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC' || error.code === 'ERR_JWKS_INVALID'
}

function checkNonce(inToken: unknown, given: string | undefined): void {
  const hasOne = inToken !== undefined && inToken !== ''
  if (hasOne !== Boolean(given)) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.'
    throw new IdTokenError('invalid request', message)
  }
  if (given && createHash('sha256').update(given).digest('hex') !== inToken) {
    throw new IdTokenError('invalid nonce', 'Nonces mismatch')
  }
}

function unacceptable(audience: unknown): IdTokenError {
  return new IdTokenError('invalid request', `Unacceptable audience in id_token: ${JSON.stringify(audience)}`)
}

/** OpenID Connect Core, 3.1.3.6: the left half of the hash that the token's own signature uses. */
function atHash(accessToken: string, algorithm: string): string {
  const hash = /^Ed/.test(algorithm) ? 'sha512' : `sha${algorithm.slice(-3)}`
  const digest = createHash(hash).update(accessToken).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

/** The error of an id_token: in OAuth's form, status 400, for any API version. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly error: string

  constructor(error: string, description: string, cause?: unknown) {
    super(description, cause === undefined ? {} : { cause })
    this.error = error
  }
}

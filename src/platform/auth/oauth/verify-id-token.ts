import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { AuthError } from '../auth-error.ts'
import { IdTokenError } from './id-token-error.ts'
import type { Discovered } from './providers.ts'

/** Asymmetric signatures only. Shared secrets and `none` are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type Given = { idToken: string; accessToken?: string | undefined; nonce?: string | undefined }

/**
 * The claims of a provider's id_token: signed by a key the configured provider publishes now, issued by it, for this
 * shop, and not expired. The location of the keys never comes from the token. A nonce in the token is the hex SHA-256
 * of the client's; an access token given with it must be the one it was issued with. Refuses by IdTokenError.
 */
export async function verifyIdToken(
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

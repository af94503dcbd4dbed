import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { ownOrigin } from '#platform/http/identity/issuers.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { describeCredential, knownTransports, type StoredCredential, toLibrary } from './stored-credential.ts'

// Loaded at the first passkey: the library is 27 MB in memory, and few shops' customers ever need it.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

// EdDSA, ES256 and RS256: the algorithms of current keys, which every supported Node verifies.
const algorithms = [-8, -7, -257]

/** The stored data of a challenge until its answer. */
export const passkeySession = z.object({ type: z.enum(['create', 'request']), challenge: z.string(), rpId: z.string() })
export type PasskeySession = z.output<typeof passkeySession>

type Place = Pick<AuthDeps, 'siteUrl' | 'live'>

/**
 * The options of `navigator.credentials.create`. `others`: the user's existing keys, so that none is enrolled twice.
 */
export async function creationOptions(
  rp: { id: string; name: string },
  user: { id: string; name: string },
  others: StoredCredential[],
): Promise<{ session: PasskeySession; publicKey: object }> {
  const { generateRegistrationOptions } = await library()
  const publicKey = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: user.name,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    timeout: 120_000,
    attestationType: 'none',
    excludeCredentials: others.map(describeCredential),
    supportedAlgorithmIDs: algorithms,
    // As a second factor it needs no discoverable credential: the account is known.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { session: { type: 'create', challenge: publicKey.challenge, rpId: rp.id }, publicKey }
}

/** The options of `navigator.credentials.get`. */
export async function requestOptions(
  rpId: string,
  credential: StoredCredential,
): Promise<{ session: PasskeySession; publicKey: object }> {
  const { generateAuthenticationOptions } = await library()
  const publicKey = await generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: [describeCredential(credential)],
    timeout: 120_000,
    userVerification: 'preferred',
  })
  return { session: { type: 'request', challenge: publicKey.challenge, rpId }, publicKey }
}

/** The credential that a browser made. Throws for any deviation from the options. */
export async function verifyCreation(
  place: Place,
  { challenge, rpId }: PasskeySession,
  credentialResponse: RegistrationResponseJSON,
): Promise<{ credential: StoredCredential; aaguid: string }> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credentialResponse,
      response: {
        ...credentialResponse.response,
        attestationObject: await withoutStatement(credentialResponse.response.attestationObject),
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: await originOf(place, credentialResponse.response.clientDataJSON),
    expectedRPID: rpId,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false,
  })
  if (!verified) throw new Error('The registration was not verified')
  const { aaguid, credential, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    aaguid,
    credential: {
      id: Buffer.from(credential.id, 'base64url').toString('base64'),
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      attestationType: 'none',
      transport: knownTransports(credentialResponse.response.transports),
      flags: {
        userPresent: true,
        userVerified,
        backupEligible: credentialDeviceType === 'multiDevice',
        backupState: credentialBackedUp,
      },
      authenticator: {
        AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
        signCount: credential.counter,
        cloneWarning: false,
      },
      rpId,
    },
  }
}

/** The credential with its counter from the answer. Throws if the answer is not this credential's. */
export async function verifyRequest(
  place: Place,
  { challenge, rpId }: PasskeySession,
  credential: StoredCredential,
  credentialResponse: AuthenticationResponseJSON,
): Promise<StoredCredential> {
  const { verifyAuthenticationResponse } = await library()
  const known = toLibrary(credential)
  if (credentialResponse.id !== known.id) throw new Error('The answer is another credential’s')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credentialResponse,
    expectedChallenge: challenge,
    expectedOrigin: await originOf(place, credentialResponse.response.clientDataJSON),
    expectedRPID: rpId,
    credential: known,
    requireUserVerification: false,
  })
  if (!verified) throw new Error('The signature is not this credential’s')
  const authenticator = { ...credential.authenticator, signCount: authenticationInfo.newCounter }
  return { ...credential, authenticator }
}

/** The origin in the answer, if it is one of the shop's; otherwise the shop's own, which will not match. */
async function originOf(place: Place, clientDataJSON: string): Promise<string> {
  const { decodeClientDataJSON } = await helpers()
  const { origin } = decodeClientDataJSON(clientDataJSON)
  return typeof origin === 'string' && ownOrigin(place)(origin) ? origin : new URL(place.siteUrl).origin
}

/**
 * The same attestation without its statement. The make of a key is not verified: that would fetch revocation lists from
 * addresses in the request.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

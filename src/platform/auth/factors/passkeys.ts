import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { ownOrigin } from '#platform/http/identity/tokens.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'

// Loaded at the first passkey: the library is 27 MB in memory, and few shops' customers ever need it.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

// EdDSA, ES256 and RS256: the algorithms of current keys, which every supported Node verifies.
const algorithms = [-8, -7, -257]

/** The stored data of a challenge until its answer. */
export const passkeySession = z.object({ type: z.enum(['create', 'request']), challenge: z.string(), rpId: z.string() })
type PasskeySession = z.output<typeof passkeySession>

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

/** The relying party that a page names. */
export const relyingPartyFields = z.object({ rpId: z.string().nullish(), rpOrigins: z.array(z.string()).nullish() })

/**
 * The host name for passkeys: the shop's, in rehearsal also `localhost`. A page's name is only compared with these.
 * Refuses 400 `validation_failed`; 422 where the shop has no host name, only an IP address.
 */
export function relyingParty(place: Place, requested: z.output<typeof relyingPartyFields> | null | undefined): string {
  const names = ownNames(place)
  const [name] = names
  if (name === undefined) throw passkeysAreOff('verify')
  if (requested?.rpOrigins?.some((origin) => !ownOrigin(place)(origin))) throw invalid('rpOrigins are not this shop’s')
  if (!requested?.rpId) return name
  if (!names.includes(requested.rpId)) throw invalid('rpId is not this shop’s')
  return requested.rpId
}

/** Browsers make passkeys for names, not for IP addresses. */
export function hasPasskeys(place: Place): boolean {
  return ownNames(place).length > 0
}

export function passkeysAreOff(what: 'enroll' | 'verify'): AuthError {
  const act = what === 'enroll' ? 'enroll' : 'verification'
  return new AuthError(422, `mfa_webauthn_${what}_not_enabled`, `MFA ${act} is disabled for WebAuthn`)
}

function ownNames({ siteUrl, live }: Place): string[] {
  const host = new URL(siteUrl).hostname
  const own = isIP(host.replace(/^\[|\]$/g, '')) ? [] : [host]
  return [...new Set([...own, ...(live ? [] : ['localhost'])])]
}

const base64 = z.base64()

/** A credential in GoTrue's form: bytes are base64. `rpId` is ours. */
const storedCredential = z.looseObject({
  id: base64,
  publicKey: base64,
  transport: z.array(z.string()).nullish(),
  authenticator: z.looseObject({ signCount: z.number() }),
  rpId: z.string().optional(),
})
type StoredCredential = z.output<typeof storedCredential>

/** A credential from the database. Throws for an invalid one, which is not an error of the caller's. */
export function readCredential(stored: unknown): StoredCredential {
  const { data, error } = storedCredential.safeParse(stored)
  if (error) throw new Error('A stored credential cannot be read', { cause: error })
  return data
}

/** A credential for the browser: its id (base64url) and its transports. */
function describeCredential(credential: StoredCredential): { id: string; transports: string[] } {
  const { id, transports } = toLibrary(credential)
  return { id, transports: transports ?? [] }
}

/** The same for the library: ids are base64url, keys bytes. */
function toLibrary({ id, publicKey, transport, authenticator }: StoredCredential): WebAuthnCredential {
  return {
    id: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64')),
    counter: authenticator.signCount,
    transports: knownTransports(transport),
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The transports that browsers know. */
function knownTransports(names: readonly string[] | null | undefined): string[] {
  return transportNames.filter((name) => names?.includes(name))
}

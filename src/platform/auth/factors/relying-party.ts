import { isIP } from 'node:net'
import { z } from 'zod'
import { ownOrigin } from '#platform/http/identity/issuers.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'

/** The relying party that a page names. */
export const relyingPartyFields = z.object({ rpId: z.string().nullish(), rpOrigins: z.array(z.string()).nullish() })

type Place = Pick<AuthDeps, 'siteUrl' | 'live'>

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

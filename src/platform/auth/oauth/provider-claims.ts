import { mailAddress } from '#platform/email/address.ts'
import { invalid } from '../auth-error.ts'

/** A person's claims. */
export type ProviderIdentity = {
  provider: string
  /** The provider's permanent id of the person. */
  subject: string
  /** In lower case; null without a valid one. */
  email: string | null
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  /** The stored rest (`identity_data`). */
  data: Record<string, unknown>
}

/** Reads the verified claims of an id_token, or of userinfo. Refuses 400 for an invalid `sub`. */
export function readProviderClaims(provider: string, claims: Record<string, unknown>): ProviderIdentity {
  const { sub } = claims
  // OpenID Connect Core, 2: at most 255 ASCII characters.
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) throw invalid(`${provider} named no user`)
  const email = mailAddress(claims.email)?.toLowerCase() ?? null
  const emailVerified = email !== null && isReportedVerified(provider, claims)
  const name = text(claims.name) ?? joined(text(claims.given_name), text(claims.family_name))
  const picture = webAddress(claims.picture)
  const fields = {
    iss: text(claims.iss),
    sub,
    provider_id: sub,
    name,
    full_name: name,
    given_name: text(claims.given_name),
    family_name: text(claims.family_name),
    preferred_username: text(claims.preferred_username),
    user_name: text(claims.preferred_username),
    locale: text(claims.locale),
    picture,
    avatar_url: picture,
    email: email ?? undefined,
    email_verified: emailVerified,
    phone_verified: false,
  }
  const data = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { provider, subject: sub, email, emailVerified, data }
}

/**
 * The fields that a sign-in updates: the provider's claims, unless the user has written another value there. `former`
 * is the provider's last value.
 */
export function mergeProfile(
  stored: Record<string, unknown>,
  former: Record<string, unknown>,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const news = profileFields.filter((field) => {
    if (fields[field] === undefined) return false
    return stored[field] === undefined || stored[field] === former[field]
  })
  return { ...stored, ...Object.fromEntries(news.map((field) => [field, fields[field]])) }
}

const names = ['name', 'full_name', 'given_name', 'family_name', 'preferred_username', 'user_name']
const profileFields = [...names, 'locale', 'picture', 'avatar_url']

/** Apple sends booleans as texts; Entra has a claim of its own for addresses that the domain's owner verified. */
function isReportedVerified(provider: string, claims: Record<string, unknown>): boolean {
  if (isTrue(claims.email_verified)) return true
  return provider === 'azure' && claims.email_verified === undefined && isTrue(claims.xms_edov)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1'
}

/** At most 500 storable characters. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value.replaceAll('\0', '').trim().toWellFormed()
  return clean === '' ? undefined : clean.slice(0, 500).toWellFormed()
}

function joined(...names: Array<string | undefined>): string | undefined {
  return text(names.filter(Boolean).join(' '))
}

/** Pages use it as an image's source: only http and https. */
function webAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' && value.length <= 2_000 ? value : ''
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

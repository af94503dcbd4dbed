import { mailAddress } from '#platform/email/address.ts'
import { invalid } from '../auth-error.ts'

/** A person as a provider knows her. */
export type ProviderIdentity = {
  provider: string
  /** Its name for her, which never changes. */
  subject: string
  /** In small letters; null where it told none that is one. */
  email: string | null
  /** Whether the provider has seen that the address is hers. */
  emailVerified: boolean
  /** What is kept of the rest (`identity_data`). */
  data: Record<string, unknown>
}

/** Reads the claims of an id_token, or of userinfo, that were verified before. Refuses 400 where `sub` is none. */
export function readProviderClaims(provider: string, claims: Record<string, unknown>): ProviderIdentity {
  const { sub } = claims
  // OpenID Connect Core, 2: at most 255 ASCII characters.
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) throw invalid(`${provider} named nobody`)
  const email = mailAddress(claims.email)?.toLowerCase() ?? null
  const emailVerified = email !== null && saysVerified(provider, claims)
  const name = text(claims.name) ?? joined(text(claims.given_name), text(claims.family_name))
  const picture = webAddress(claims.picture)
  const said = {
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
  const data = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  return { provider, subject: sub, email, emailVerified, data }
}

/**
 * What the person typed of herself may change at any sign-in; what the provider says of her follows the provider, unless she
 * has written something else there. `former` is what the provider said last time.
 */
export function mergeProfile(
  kept: Record<string, unknown>,
  former: Record<string, unknown>,
  said: Record<string, unknown>,
): Record<string, unknown> {
  const news = profileFields.filter((field) => {
    if (said[field] === undefined) return false
    return kept[field] === undefined || kept[field] === former[field]
  })
  return { ...kept, ...Object.fromEntries(news.map((field) => [field, said[field]])) }
}

const profileFields = [
  'name',
  'full_name',
  'given_name',
  'family_name',
  'preferred_username',
  'user_name',
  'locale',
  'picture',
  'avatar_url',
]

/** Apple sends booleans as texts; Entra says by a claim of its own whether the owner of the domain vouches for the address. */
function saysVerified(provider: string, claims: Record<string, unknown>): boolean {
  if (isTrue(claims.email_verified)) return true
  return provider === 'azure' && claims.email_verified === undefined && isTrue(claims.xms_edov)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1'
}

/** At most 500 characters, and nothing the database cannot keep. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value.replaceAll('\0', '').trim().toWellFormed()
  return clean === '' ? undefined : clean.slice(0, 500).toWellFormed()
}

function joined(...names: Array<string | undefined>): string | undefined {
  return text(names.filter(Boolean).join(' '))
}

/** Pages show it as an image's source: nothing but http and https. */
function webAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' && value.length <= 2_000 ? value : ''
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

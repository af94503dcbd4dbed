import { sealSecret } from '#platform/auth/factors/totp.ts'
import { isVerifiable } from '#platform/auth/passwords/password.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { DumpValue } from '#platform/exchange/dump-tokens.ts'
import { authRules, type ImportRules, type TableRule } from '#platform/exchange/import-rules.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { withoutTrailing } from '#platform/text/kept-text.ts'

const otherSecret: TableRule = { leftOut: 'it only works with the secret of the other shop' }
const ofThisShop: TableRule = { leftOut: 'this shop makes its own when it starts' }
const passing: TableRule = { leftOut: 'it is of no use after a few minutes' }
const formerSearch: TableRule = { leftOut: 'garments are searched without it' }

/** URLs of stored objects without the address of the project they come from: here they are paths. */
const ownPath = (column: string) =>
  `regexp_replace(s.${column}, '^https?://[^/?#]+(/storage/v1/object/public/)', '\\1')`
const ownPaths = (column: string) =>
  `regexp_replace(s.${column}, '"https?://[^/"?#]+(/storage/v1/object/public/)', '"\\1', 'g')::jsonb`

const toText = (value: string) => Buffer.from(value, 'latin1').toString('utf8')
const toBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Null for other text: PostgreSQL then says what is wrong with the row. */
function readJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The spelling under which sign-in, recovery and the orders of an account look for an address; null for other text. */
function addressAtSignIn(text: string): string | null {
  return typedAddress(text)?.toLowerCase() ?? null
}

/** Another spelling would be an account that cannot be used. A text that is no address stays, and its table decides. */
function writeAsSignInReads(row: Record<string, DumpValue>, column: string): 'same' | 'changed' | 'no address' {
  const given = row[column]
  if (!given) return 'same'
  const address = addressAtSignIn(toText(given))
  if (address === null) return 'no address'
  row[column] = toBytes(address)
  return row[column] === given ? 'same' : 'changed'
}

/** The rules for every table that is not imported and exported as it is. */
export const shopRules: Record<string, TableRule> = {
  ...authRules,
  'private.signing_keys': otherSecret,
  'private.postage_account': otherSecret,
  'private.service_keys': otherSecret,
  'private.known_devices': otherSecret,
  'private.sign_in_failures': otherSecret,
  'private.leaky_buckets': otherSecret,
  'private.reservation_networks': otherSecret,
  'private.address_codes': otherSecret,
  'private.rate_limits': passing,
  'private.alert_watch': passing,
  'private.text_message_use': passing,
  'private.checkout_health': passing,
  'private.mailbox': { leftOut: 'it holds the e-mails of a rehearsal' },
  'private.clock': ofThisShop,
  'private.access_rules': ofThisShop,
  'private.email_settings': ofThisShop,
  'private.product_search': formerSearch,
  'private.search_vocabulary': formerSearch,
  // Counts, which are added to those that a project has.
  'private.signup_counts': { leftOut: 'it is made again from other rows', isDerived: true, ownColumns: ['id'] },
  'public.products': {
    values: { name: 'btrim(s.name)', image_url: ownPath('image_url'), pictures: ownPaths('pictures') },
  },
  'public.reviews': { values: { pictures: ownPaths('pictures') } },
  'public.order_lines': { values: { image_url: ownPath('image_url') } },
  'public.email_signups': {
    convert: (row) => writeAsSignInReads(row, 'email'),
    values: { email: 'lower(btrim(s.email))' },
    missing: { confirmed_at: 's.created_at::timestamptz', consented_at: 's.created_at::timestamptz' },
  },
  'public.pre_orders': {
    // This version has both names. Of one before 0063, it is the value.
    without: ['payment_state'],
    formerNames: { provider_state: 'payment_state' },
    missing: {
      // No payment page of another shop can still be paid here; an order that is marked as paid stays so.
      provider_state: `'expired'`,
      dispatch_by: `(s.created_at::timestamptz + interval '14 days')::date`,
    },
    convert(row) {
      // Capitals stay: the account of an order is looked for in lower case.
      const { customer_email: email } = row
      if (email && addressAtSignIn(toText(email)) !== toText(email).toLowerCase())
        writeAsSignInReads(row, 'customer_email')
      const country = row.shipping_country
      if (country) row.shipping_country = countryCode(country) ?? country
    },
  },
  'private.settings': { values: { value: ownPaths('value') } },
  'private.deleted_products': { values: { product: ownPaths('product') } },
}

/**
 * The rules of an import, which seal the secrets of authenticator apps under this shop's own secret and name factors
 * that would have the same name. Call once for each import: the notes are about its rows.
 */
export function createImportRules(seal: Seal): { rules: ImportRules; readNotes(): string[] } {
  const found = { foreignHashes: 0, foreignSecrets: 0, renamed: 0, rewritten: 0 }
  const noAddresses: string[] = []
  const names = new Set<string>()

  function convertUser(row: Record<string, DumpValue>) {
    if (row.email) {
      const written = writeAsSignInReads(row, 'email')
      if (written === 'changed') found.rewritten += 1
      if (written === 'no address') noAddresses.push(row.id ?? '')
    }
    const hash = row.encrypted_password
    if (hash && !isVerifiable(hash)) found.foreignHashes += 1
  }

  function convertFactor(row: Record<string, DumpValue>) {
    const { id, user_id: userId, secret } = row
    if (secret && /^[A-Z2-7]+=*$/.test(secret))
      row.secret = sealSecret({ seal }, id ?? '', withoutTrailing(secret, '='))
    else if (secret) found.foreignSecrets += 1
    const given = row.friendly_name ?? ''
    for (let number = 2; names.has(`${userId} ${row.friendly_name ?? ''}`); number += 1)
      row.friendly_name = `${given} ${number}`.trim()
    if ((row.friendly_name ?? '') !== given) found.renamed += 1
    names.add(`${userId} ${row.friendly_name ?? ''}`)
  }

  /** The address that a client shows beside the sign-in by password. */
  function convertIdentity(row: Record<string, DumpValue>) {
    if (row.provider !== 'email' || !row.identity_data) return
    const data = readJson(toText(row.identity_data))
    const address = typeof data?.email === 'string' ? addressAtSignIn(data.email) : null
    if (address !== null && address !== data?.email)
      row.identity_data = toBytes(JSON.stringify({ ...data, email: address }))
  }

  return {
    rules: {
      ...shopRules,
      'auth.identities': { ...shopRules['auth.identities'], convert: convertIdentity },
      'auth.users': { ...shopRules['auth.users'], convert: convertUser },
      'auth.mfa_factors': { ...shopRules['auth.mfa_factors'], convert: convertFactor },
    },
    readNotes: () => [
      ...(found.rewritten > 0
        ? [
            `Users whose address was written as sign-in reads it (lower case, no blanks, an international domain in ASCII): ${found.rewritten}.`,
          ]
        : []),
      ...(noAddresses.length > 0
        ? [
            `Users with a text that is no e-mail address, so they cannot sign in or get e-mail: ${noAddresses.join(', ')}.`,
          ]
        : []),
      ...(found.foreignHashes > 0
        ? [
            `Users whose password hash is of a form that this shop cannot check: ${found.foreignHashes}. They choose a new one by e-mail.`,
          ]
        : []),
      ...(found.foreignSecrets > 0
        ? [
            `Authenticator apps that the project encrypted with a key of its own: ${found.foreignSecrets}. They refuse every code, ` +
              'so their users cannot pass the second step until you remove them with the service key.',
          ]
        : []),
      ...(found.renamed > 0
        ? [`Second factors that got a name because two of a user had the same: ${found.renamed}.`]
        : []),
    ],
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const otherNames: Record<string, string> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'united states of america': 'US',
  'republic of ireland': 'IE',
  holland: 'NL',
  uae: 'AE',
}

let names: Map<string, string> | undefined

/** The two letters of a country by its English name, or by the letters in any case; null for any other text. */
function countryCode(text: string): string | null {
  names ??= readNames()
  return names.get(text.trim().toLowerCase()) ?? null
}

function readNames(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (const first of letters)
    for (const second of letters) {
      const name = english.of(first + second)
      if (!name) continue
      // Letters that a country no longer uses, or never did officially, become those it has: UK is GB.
      const code = new Intl.Locale(`und-${first}${second}`).region ?? first + second
      found.set(name.toLowerCase(), code)
      found.set((first + second).toLowerCase(), code)
    }
  for (const [name, code] of Object.entries(otherNames)) found.set(name, code)
  return found
}

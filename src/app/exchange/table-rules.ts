import { sealSecret } from '#platform/auth/factors/totp.ts'
import { isVerifiable } from '#platform/auth/passwords/password.ts'
import type { DumpValue } from '#platform/exchange/dump-tokens.ts'
import { authRules, type ImportRules, type TableRule } from '#platform/exchange/import-rules.ts'
import type { Seal } from '#platform/secrets/sealed.ts'
import { countryCode } from './country-code.ts'

const otherSecret: TableRule = { leftOut: 'it only works with the secret of the other shop' }
const ofThisShop: TableRule = { leftOut: 'this shop makes its own when it starts' }
const passing: TableRule = { leftOut: 'it is of no use after a few minutes' }
const derived: TableRule = { leftOut: 'it is made again from other rows', isDerived: true }

/** URLs of stored objects without the address of the project they come from: here they are paths. */
const ownPath = (column: string) =>
  `regexp_replace(s.${column}, '^https?://[^/?#]+(/storage/v1/object/public/)', '\\1')`
const ownPaths = (column: string) =>
  `regexp_replace(s.${column}, '"https?://[^/"?#]+(/storage/v1/object/public/)', '"\\1', 'g')::jsonb`

/** The rules for every table that is not imported and exported as it is. */
export const shopRules: Record<string, TableRule> = {
  ...authRules,
  'private.signing_keys': otherSecret,
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
  'private.product_search': derived,
  'private.search_vocabulary': derived,
  'private.signup_counts': derived,
  'public.products': {
    values: { name: 'btrim(s.name)', image_url: ownPath('image_url'), pictures: ownPaths('pictures') },
  },
  'public.reviews': { values: { pictures: ownPaths('pictures') } },
  'public.order_lines': { values: { image_url: ownPath('image_url') } },
  'public.email_signups': {
    values: { email: 'lower(btrim(s.email))' },
    missing: { confirmed_at: 's.created_at::timestamptz', consented_at: 's.created_at::timestamptz' },
  },
  'public.pre_orders': {
    missing: {
      // No payment page of another shop can still be paid here; an order that is marked as paid stays so.
      payment_state: `'expired'`,
      dispatch_by: `(s.created_at::timestamptz + interval '14 days')::date`,
    },
    convert(row) {
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
  const found = { foreignHashes: 0, foreignSecrets: 0, renamed: 0 }
  const names = new Set<string>()

  function convertUser(row: Record<string, DumpValue>) {
    const hash = row.encrypted_password
    if (hash && !isVerifiable(hash)) found.foreignHashes += 1
  }

  function convertFactor(row: Record<string, DumpValue>) {
    const { id, user_id: userId, secret } = row
    if (secret && /^[A-Z2-7]+=*$/.test(secret)) row.secret = sealSecret({ seal }, id ?? '', secret.replace(/=+$/, ''))
    else if (secret) found.foreignSecrets += 1
    const given = row.friendly_name ?? ''
    for (let number = 2; names.has(`${userId} ${row.friendly_name ?? ''}`); number += 1)
      row.friendly_name = `${given} ${number}`.trim()
    if ((row.friendly_name ?? '') !== given) found.renamed += 1
    names.add(`${userId} ${row.friendly_name ?? ''}`)
  }

  return {
    rules: {
      ...shopRules,
      'auth.users': { ...shopRules['auth.users'], convert: convertUser },
      'auth.mfa_factors': { ...shopRules['auth.mfa_factors'], convert: convertFactor },
    },
    readNotes: () => [
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

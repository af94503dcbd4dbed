import { sql } from 'kysely'
import type { SecretFor } from '#base/secret-for.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'
import { shop } from '#shop'

/** The subscriber list's dependencies. */
export type SubscriberDeps = { db: Db; queue: Queue; links: UnsubscribeLinks; confirmLinks: ConfirmLinks }

/** Why an address gets no more e-mail: unsubscribed, complained, or bounced. */
export type SuppressionReason = 'unsubscribed' | 'complaint' | 'bounced'

type Options = { db: Db; queue: Queue; siteUrl: string; secretFor: SecretFor }

/** The list's dependencies. `secretFor`: a secret per purpose. */
export function createSubscriberDeps({ db, queue, siteUrl, secretFor }: Options): SubscriberDeps {
  return {
    db,
    queue,
    links: createUnsubscribeLinks({ siteUrl, secret: secretFor('unsubscribing') }),
    confirmLinks: createConfirmLinks({ siteUrl, secret: secretFor('confirming a sign-up') }),
  }
}

/**
 * Writes the settings that the list's triggers read: double opt-in, the owner's address, and the consent text beside
 * the field, beside all that it was before: the stored consent is the displayed one, also of a page that was open over
 * a change.
 */
export async function writeListSettings(db: Db, { doubleOptIn }: { doubleOptIn: boolean }): Promise<void> {
  const mailDomain = shop.email.split('@')[1] ?? 'localhost'
  await db.asService((tx) =>
    sql`update private.email_settings set double_opt_in = ${doubleOptIn}, consent_text = ${shop.listConsent},
        shown_consent_texts = array_append(array_remove(shown_consent_texts, ${shop.listConsent}), ${shop.listConsent}),
        mail_domain = ${mailDomain}, shop_email = ${shop.email}
      where (double_opt_in, consent_text, mail_domain, shop_email) is distinct from
        (${doubleOptIn}::boolean, ${shop.listConsent}::text, ${mailDomain}::text, ${shop.email}::text)`.execute(tx),
  )
}

type ListSettings = { db: Db; log: Log; doubleOptIn: boolean; onFresh(listener: () => void): void }

/** Writes them at a start, and again when the owner changes the address or the consent text. */
export async function keepListSettings({ db, log, doubleOptIn, onFresh }: ListSettings): Promise<void> {
  const facts = () => `${shop.email} ${shop.listConsent}`
  let written = facts()
  await writeListSettings(db, { doubleOptIn })
  onFresh(() => {
    if (facts() === written) return
    written = facts()
    writeListSettings(db, { doubleOptIn }).catch((error: unknown) => {
      // The next reading of the settings tries again.
      written = ''
      log.error({ error }, 'the consent text and the shop’s address could not be written')
    })
  })
}

/** The links for unsubscribing, made from a sign-up's id and verifiable by this shop alone. */
export type UnsubscribeLinks = {
  /** The page with the button, for the footer of an e-mail. */
  pageFor(signupId: string): string
  /** One-click unsubscribe in mail programs (RFC 8058), and the older header (RFC 2369). */
  headersFor(signupId: string): Record<string, string>
  /** The sign-up of a token; null if the token is not the shop's. */
  read(token: string): string | null
}

/**
 * A link contains no address, needs no table, and is valid as long as `secret`, since an e-mail may be opened years
 * later. `siteUrl`: without a trailing slash.
 */
export function createUnsubscribeLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): UnsubscribeLinks {
  return {
    pageFor: (signupId) => `${siteUrl}/unsubscribe?token=${signId(secret, signupId)}`,
    headersFor: (signupId) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/unsubscribe?token=${signId(secret, signupId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    read: (token) => (isSigned(secret, token) ? idNamedBy(token) : null),
  }
}

/** The link in the confirmation e-mail of a sign-up. */
export type ConfirmLinks = {
  /**
   * `email`: the recipient. A link confirms only the address it was sent to, in case the sign-up's address was
   * corrected since.
   */
  pageFor(signup: { id: string; email: string }): string
  /** The sign-up that a token names, unverified. */
  idIn(token: string): string | null
  /** Whether the token was sent to this address about its sign-up. */
  isFor(token: string, email: string): boolean
}

/** `siteUrl`: without a slash at its end. */
function createConfirmLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): ConfirmLinks {
  return {
    pageFor: ({ id, email }) => `${siteUrl}/confirm-sign-up?token=${signId(secret, id, email)}`,
    idIn: idNamedBy,
    isFor: (token, email) => isSigned(secret, token, email),
  }
}

/** The shop's own sign-up forms by their places, as a consent stores them. */
export const signUpForms = ['coming-soon', 'pre-order', 'home'] as const
export type SignUpForm = (typeof signUpForms)[number]

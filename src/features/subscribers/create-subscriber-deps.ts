import { sql } from 'kysely'
import type { SecretFor } from '#base/secret-for.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import { createConfirmLinks } from './confirm-link.ts'
import type { SubscriberDeps } from './subscriber-deps.ts'
import { createUnsubscribeLinks } from './unsubscribe-link.ts'

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
 * the field, so that the stored consent is the displayed one.
 */
export async function writeListSettings(db: Db, { doubleOptIn }: { doubleOptIn: boolean }): Promise<void> {
  const mailDomain = shop.email.split('@')[1] ?? 'localhost'
  await db.asService((tx) =>
    sql`update private.email_settings set double_opt_in = ${doubleOptIn}, consent_text = ${shop.listConsent},
        mail_domain = ${mailDomain}, shop_email = ${shop.email}
      where (double_opt_in, consent_text, mail_domain, shop_email) is distinct from
        (${doubleOptIn}::boolean, ${shop.listConsent}::text, ${mailDomain}::text, ${shop.email}::text)`.execute(tx),
  )
}

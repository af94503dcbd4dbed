import { sql } from 'kysely'
import type { Db } from '#infrastructure/db/db.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import { shop } from '#shop'
import { createConfirmLinks } from './confirm-link.ts'
import type { List } from './list.ts'
import { createUnsubscribeLinks } from './unsubscribe-link.ts'

type Options = { db: Db; queue: Queue; siteUrl: string; secretFor: (purpose: string) => string }

/** The bundle the list works with. `secretFor`: a secret of its own for one purpose. */
export function listOf({ db, queue, siteUrl, secretFor }: Options): List {
  return {
    db,
    queue,
    links: createUnsubscribeLinks({ siteUrl, secret: secretFor('unsubscribing') }),
    confirmLinks: createConfirmLinks({ siteUrl, secret: secretFor('confirming a sign-up') }),
  }
}

/**
 * Tells the database what sign-ups go by: whether each is confirmed first, and the words that stand beside the field, so
 * that what is kept as her consent is what was shown.
 */
export async function writeListRules(db: Db, { doubleOptIn }: { doubleOptIn: boolean }): Promise<void> {
  const mailDomain = shop.email.split('@')[1] ?? 'localhost'
  await db.asService((tx) =>
    sql`update private.list_rules set double_opt_in = ${doubleOptIn}, consent_text = ${shop.listConsent},
        mail_domain = ${mailDomain}
      where (double_opt_in, consent_text, mail_domain) is distinct from (${doubleOptIn}::boolean, ${shop.listConsent}::text, ${mailDomain}::text)`.execute(
      tx,
    ),
  )
}

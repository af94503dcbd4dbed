import { type Selectable, sql } from 'kysely'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { maskAddress } from '#platform/email/address.ts'
import type { Email } from '#platform/email/email.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { complaintEmail } from './complaint.email.ts'
import { confirmEmail } from './confirm.email.ts'
import type { SubscriberDeps } from './subscriber-deps.ts'
import { welcomeEmail } from './welcome.email.ts'

type Signup = Selectable<Tables['email_signups']>

/**
 * The templates of the list's own e-mails: subscriber_welcome, subscriber_confirm and, to the owner,
 * subscriber_complaint. Each is composed from the current sign-up, and dropped if it is outdated.
 */
export function subscriberEmails({
  db,
  links,
  confirmLinks,
  siteUrl,
}: Omit<SubscriberDeps, 'queue'> & { siteUrl: string }): EmailTemplates {
  /** With the footer and the headers for unsubscribing, like every e-mail to the list. */
  async function toTheList({ id }: Signup, content: EmailContent): Promise<Email> {
    return { ...(await composeEmail(content)), headers: links.headersFor(id) }
  }

  return {
    async subscriber_welcome({ data, recipient }) {
      const signup = await findSignup(db, data, recipient)
      if (!signup?.can_email) return null
      return toTheList(signup, welcomeEmail({ unsubscribeUrl: links.pageFor(signup.id) }))
    },
    async subscriber_confirm({ data, recipient }) {
      const signup = await findSignup(db, data, recipient)
      if (!signup || signup.confirmed_at || signup.unsubscribed_at) return null
      const content = confirmEmail({
        confirmUrl: confirmLinks.pageFor(signup),
        unsubscribeUrl: links.pageFor(signup.id),
      })
      return toTheList(signup, content)
    },
    async subscriber_complaint({ data }) {
      const about = await db.asService((tx) => findComplaint(tx, idIn(data)))
      if (!about) return null
      return composeEmail(complaintEmail({ ...about, email: maskAddress(about.email), siteUrl }))
    },
  }
}

function idIn(data: unknown): string {
  return String((data as { signupId?: unknown }).signupId)
}

/** The sign-up of an e-mail, if its address is still the one that the e-mail was queued for. */
function findSignup(db: Db, data: unknown, recipient: string) {
  return db.asService((tx) =>
    tx
      .selectFrom('email_signups as s')
      .selectAll()
      .select(sql<boolean>`private.can_email(s)`.as('can_email'))
      .where('id', '=', idIn(data))
      .where('email', '=', recipient.toLowerCase())
      .executeTakeFirst(),
  )
}

/** The masked address of a complaint and the origin of its sign-up, also if the row is gone; null after an erasure. */
function findComplaint(tx: Tx, signupId: string) {
  return tx
    .selectFrom('private.consent_log')
    .select(['email', 'event', 'source', 'at'])
    .where('signup_id', '=', signupId)
    .orderBy('id')
    .executeTakeFirst()
}

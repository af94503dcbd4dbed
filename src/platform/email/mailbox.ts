import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Sender } from './address.ts'
import type { EmailTransport } from './email.ts'

/**
 * Writes e-mails into a table, for a shop without a mail server; /dev/mailbox shows them. A repeated e-mail is stored
 * once.
 */
export function mailboxTransport({ db, from }: { db: Db; from: Sender }): EmailTransport {
  return {
    async send({ email, recipient, messageId }) {
      const headers = { ...email.headers, ...(email.replyTo !== undefined && { 'Reply-To': email.replyTo }) }
      await db.asService((tx) =>
        sql`insert into private.mailbox (message_id, sender, recipient, subject, html, text, headers)
          select ${messageId}, ${`${from.name} <${from.address}>`}, ${recipient}, ${email.subject}, ${email.html},
            ${email.text}, ${JSON.stringify(headers)}::jsonb
          where not exists (select from private.mailbox where message_id = ${messageId})`.execute(tx),
      )
    },
    close() {
      // There is no connection to close.
    },
  }
}

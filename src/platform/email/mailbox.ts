import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Sender } from './address.ts'
import type { MailTransport } from './letter.ts'

/** Letters into a table, for a shop without a mail server; read at /dev/mailbox. The same letter twice is there once. */
export function mailboxTransport({ db, from }: { db: Db; from: Sender }): MailTransport {
  return {
    async send({ letter, recipient, messageId }) {
      const headers = { ...letter.headers, ...(letter.replyTo !== undefined && { 'Reply-To': letter.replyTo }) }
      await db.asService((tx) =>
        sql`insert into private.mailbox (message_id, sender, recipient, subject, html, text, headers)
          select ${messageId}, ${`${from.name} <${from.address}>`}, ${recipient}, ${letter.subject}, ${letter.html},
            ${letter.text}, ${JSON.stringify(headers)}::jsonb
          where not exists (select from private.mailbox where message_id = ${messageId})`.execute(tx),
      )
    },
    close() {
      // Nothing is held open.
    },
  }
}

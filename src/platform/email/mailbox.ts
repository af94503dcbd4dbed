import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Sender } from './address.ts'
import type { EmailTransport } from './email.ts'

/**
 * Writes e-mails into a table, for a shop without a mail server; /dev/mailbox shows them. A repeated e-mail is stored
 * once.
 */
export function mailboxTransport({ db, from }: { db: Db; from: () => Sender }): EmailTransport {
  return {
    async send({ email, recipient, messageId }) {
      const { name, address } = from()
      const headers = { ...email.headers, ...(email.replyTo !== undefined && { 'Reply-To': email.replyTo }) }
      await db.asService((tx) =>
        sql`insert into private.mailbox (message_id, sender, recipient, subject, html, text, headers)
          select ${messageId}, ${`${name} <${address}>`}, ${recipient}, ${email.subject}, ${email.html},
            ${email.text}, ${JSON.stringify(headers)}::jsonb
          where not exists (select from private.mailbox where message_id = ${messageId})`.execute(tx),
      )
    },
    close() {
      // There is no connection to close.
    },
  }
}

export type EmailSummary = { id: string; sender: string; recipient: string; subject: string; receivedAt: Date }
export type StoredEmail = EmailSummary & {
  html: string
  text: string
  messageId: string
  headers: Record<string, string>
}

export const emailsPerPage = 50

/**
 * The newest e-mails first, one more than a page, so that the caller can see whether there are more. `search` matches
 * addresses, subject and text; `before`: only e-mails older than this one.
 */
export function listEmails(
  db: Db,
  { search, before }: { search: string; before: string | null },
): Promise<EmailSummary[]> {
  const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db.asService(async (tx: Tx) => {
    const { rows } = await sql<EmailSummary>`
      select id, sender, recipient, subject, received_at as "receivedAt" from private.mailbox
       where (${before}::bigint is null or id < ${before}::bigint)
         and (${search} = '' or recipient ilike ${like} or subject ilike ${like} or text ilike ${like})
       order by id desc limit ${emailsPerPage + 1}`.execute(tx)
    return rows
  })
}

export function findEmail(db: Db, id: string): Promise<StoredEmail | null> {
  return db.asService(async (tx: Tx) => {
    const { rows } = await sql<StoredEmail>`
      select id, sender, recipient, subject, received_at as "receivedAt", html, text, message_id as "messageId", headers
        from private.mailbox where id = ${id}::bigint`.execute(tx)
    return rows[0] ?? null
  })
}

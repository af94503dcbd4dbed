import type { Db } from '../database/db.ts'
import { mailSender } from './address.ts'
import type { EmailTransport } from './email.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/**
 * Sends by SMTP where a server is configured, else into the mailbox. `mailFrom`: an address, or a name with an address
 * in <>.
 */
export function mailTransport({
  db,
  smtpUrl,
  mailFrom,
}: {
  db: Db
  smtpUrl?: string | undefined
  mailFrom: string
}): EmailTransport {
  const from = mailSender(mailFrom)
  return smtpUrl === undefined ? mailboxTransport({ db, from }) : smtpTransport({ url: smtpUrl, from })
}

import type { Db } from '../database/db.ts'
import { mailSender } from './address.ts'
import type { EmailTransport } from './email.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/**
 * Sends by SMTP where a server is configured, else into the mailbox. `mailFrom`: an address, or a name with an address
 * in <>; a function where it changes while the program runs.
 */
export function mailTransport({
  db,
  smtpUrl,
  mailFrom,
}: {
  db: Db
  smtpUrl?: string | undefined
  mailFrom: string | (() => string)
}): EmailTransport {
  const from = () => mailSender(typeof mailFrom === 'string' ? mailFrom : mailFrom())
  // A malformed one ends the start.
  from()
  return smtpUrl === undefined ? mailboxTransport({ db, from }) : smtpTransport({ url: smtpUrl, from })
}

import type { Db } from '../database/db.ts'
import { mailSender } from './address.ts'
import type { EmailTransport } from './email.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/** `sending`: how many e-mails are on their way to the server. */
type Opened = { url: string | undefined; transport: EmailTransport; sending: number }

/**
 * Sends by SMTP where a server is configured, else into the mailbox. `mailFrom`: an address, or a name with an address
 * in <>. Functions where they change while the program runs: the next e-mail goes to the new server, and those on their way
 * end at the one where they began.
 */
export function mailTransport({
  db,
  smtpUrl,
  mailFrom,
}: {
  db: Db
  smtpUrl?: string | undefined | (() => string | undefined)
  mailFrom: string | (() => string)
}): EmailTransport {
  const from = () => mailSender(typeof mailFrom === 'string' ? mailFrom : mailFrom())
  const urlNow = () => (typeof smtpUrl === 'function' ? smtpUrl() : smtpUrl)
  // A malformed one ends the start.
  from()

  function open(url: string | undefined): Opened {
    const transport = url === undefined ? mailboxTransport({ db, from }) : smtpTransport({ url, from })
    return { url, transport, sending: 0 }
  }

  let opened = open(urlNow())
  function current(): Opened {
    const url = urlNow()
    if (url === opened.url) return opened
    const former = opened
    opened = open(url)
    if (former.sending === 0) former.transport.close()
    return opened
  }

  return {
    async send(envelope) {
      const used = current()
      used.sending += 1
      try {
        await used.transport.send(envelope)
      } finally {
        used.sending -= 1
        if (used !== opened && used.sending === 0) used.transport.close()
      }
    },
    close: () => opened.transport.close(),
  }
}

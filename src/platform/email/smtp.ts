import type { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Sender } from './address.ts'
import { type Envelope, type MailTransport, MailTrouble } from './letter.ts'
import { createPace } from './pace.ts'
import { smtpTrouble } from './smtp-trouble.ts'

/**
 * Letters by SMTP over a pool of at most five connections of its own. `send` throws `MailTrouble`; a letter is `unknown`
 * only where the server was given its text and then said nothing. `socketTimeoutMs`: how long a server may be silent.
 */
export function smtpTransport({
  url,
  from,
  socketTimeoutMs = 30_000,
}: {
  url: string
  from: Sender
  socketTimeoutMs?: number
}): MailTransport {
  const transporter = nodemailer.createTransport({
    // What the address says (?requireTLS=false, ?tls.rejectUnauthorized=false) wins over what stands here.
    url,
    requireTLS: sendsLoginAbroad(url),
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: socketTimeoutMs,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const closing = new AbortController()
  const pace = createPace({ signal: closing.signal })
  const texts = watchTexts(transporter)
  return {
    async send(letter) {
      const mail = mailOf(letter, from)
      await pace.turn().catch((cause: unknown) => {
        throw new MailTrouble('unreachable', 'The program is ending.', { cause })
      })
      await transporter.sendMail(mail).catch((error: unknown) => {
        const trouble = smtpTrouble(error, { handedOver: texts.get(mail.envelope)?.readableDidRead ?? false })
        if (trouble instanceof MailTrouble && trouble.kind === 'too_fast') pace.slower()
        throw trouble
      })
    },
    close() {
      closing.abort()
      transporter.close()
    },
  }
}

/** A login goes only through TLS, but for a server on this very machine: whoever is between could ask for it in the clear. */
function sendsLoginAbroad(url: string): boolean {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** The text of each letter by its envelope: one nobody has read from has not left, whatever became of the connection. */
function watchTexts(transporter: { use: ReturnType<typeof nodemailer.createTransport>['use'] }) {
  const texts = new WeakMap<object, Readable>()
  transporter.use('stream', (mail, done) => {
    const { envelope } = mail.data
    mail.message.processFunc((text) => {
      if (envelope) texts.set(envelope, text)
      return text
    })
    done()
  })
  return texts
}

/** The envelope is given apart from the headers, so no header can add a recipient. Throws for a header that is none. */
export function mailOf({ letter, recipient, messageId }: Envelope, from: Sender) {
  return {
    envelope: { from: from.address, to: [recipient] },
    from,
    to: { name: '', address: recipient },
    ...(letter.replyTo !== undefined && { replyTo: { name: '', address: letter.replyTo } }),
    messageId,
    subject: letter.subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
    html: letter.html,
    text: letter.text,
    headers: { 'Auto-Submitted': 'auto-generated', ...checked(letter.headers ?? {}) },
  }
}

function checked(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) throw new Error(`No header: ${name}`)
  }
  return headers
}

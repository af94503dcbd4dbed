import type { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import { isLoopback } from '../http/server/loopback.ts'
import type { Sender } from './address.ts'
import { EmailError, type EmailTransport, type Envelope } from './email.ts'
import { createSendRate } from './send-rate.ts'
import { readSmtpError } from './smtp-errors.ts'

/**
 * Sends e-mails by SMTP over a pool of at most five connections. `send` throws `EmailError`, of the kind `unknown` only
 * when the server got the text and did not respond. `socketTimeoutMs`: how long a server may be silent.
 */
export function smtpTransport({
  url,
  from,
  socketTimeoutMs = 30_000,
}: {
  url: string
  from: Sender
  socketTimeoutMs?: number
}): EmailTransport {
  const transporter = nodemailer.createTransport({
    // Options in the URL (?requireTLS=false, ?tls.rejectUnauthorized=false) override these.
    url,
    requireTLS: requiresTls(url),
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
  const rate = createSendRate({ signal: closing.signal })
  const texts = watchTexts(transporter)
  return {
    async send(envelope) {
      const mail = toMailOptions(envelope, from)
      await rate.acquire().catch((cause: unknown) => {
        throw new EmailError('unreachable', 'The program is ending.', { cause })
      })
      await transporter.sendMail(mail).catch((error: unknown) => {
        const problem = readSmtpError(error, { textSent: texts.get(mail.envelope)?.readableDidRead ?? false })
        if (problem instanceof EmailError && problem.kind === 'too_fast') rate.slowDown()
        throw problem
      })
    },
    close() {
      closing.abort()
      transporter.close()
    },
  }
}

/**
 * Whether e-mails would cross a network: then TLS is required, because an attacker on the path could remove STARTTLS.
 * They have names, addresses and links that open an order. `?requireTLS=false` in the URL permits it for a private
 * network.
 */
export function requiresTls(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostname)
}

/** The text stream of each e-mail by its envelope: an e-mail whose stream was not read has surely not been sent. */
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

/** The envelope is separate from the headers, so no header can add a recipient. Throws for an invalid header. */
export function toMailOptions({ email, recipient, messageId }: Envelope, from: Sender) {
  return {
    envelope: { from: from.address, to: [recipient] },
    from,
    to: { name: '', address: recipient },
    ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
    messageId,
    subject: email.subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
    html: email.html,
    text: email.text,
    headers: { 'Auto-Submitted': 'auto-generated', ...checked(email.headers ?? {}) },
  }
}

function checked(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) throw new Error(`No header: ${name}`)
  }
  return headers
}

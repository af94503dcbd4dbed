import type { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import { isLoopback } from '../http/server/request-path.ts'
import type { Sender } from './address.ts'
import { EmailError, type EmailErrorKind, EmailRejected, type EmailTransport, type Envelope } from './email.ts'
import { createSendRate } from './send-rate.ts'

const limits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 5_000,
  disableFileAccess: true,
  disableUrlAccess: true,
}

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
  from: () => Sender
  socketTimeoutMs?: number
}): EmailTransport {
  const transporter = nodemailer.createTransport({
    // Options in the URL (?requireTLS=false, ?tls.rejectUnauthorized=false) override these.
    url,
    requireTLS: requiresTls(url),
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    socketTimeout: socketTimeoutMs,
    ...limits,
  })
  const closing = new AbortController()
  const rate = createSendRate({ signal: closing.signal })
  const texts = watchTexts(transporter)
  return {
    async send(envelope) {
      const mail = toMailOptions(envelope, from())
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

/** Whether a mail server accepts the connection and the login, without an e-mail. Throws `EmailError` where not. */
export async function verifySmtp(url: string): Promise<void> {
  const server = nodemailer.createTransport({ url, requireTLS: requiresTls(url), ...limits, socketTimeout: 10_000 })
  try {
    await server.verify()
  } catch (error) {
    throw readSmtpError(error, { textSent: false })
  } finally {
    server.close()
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

/** An error of nodemailer 10. `command`: the SMTP command, or CONN before the first one. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number; originalCode?: string }

// The wordings of Gmail, Postfix and Amazon SES, and the enhanced codes of quotas; their status codes differ.
const tooFast =
  /too (many|fast|quickly)|rate.?limit|(sending|message|mail) rate|throttl|slow down|(sending|daily|hourly) (\w+ )*(quota|limit)|4\.7\.28|5\.4\.5/i
// Postfix and others refuse the sender or login only at RCPT, so that their log has the recipient.
const aboutSender =
  /relay|authenticat|not logged in|sender (address )?(is )?(rejected|denied|not allowed|unknown)|5\.1\.[78]|starttls/i
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS/
const networkCodes = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL', 'ETLS', 'EPROXY']
const loginCodes = ['EAUTH', 'ENOAUTH', 'EOAUTH2']

/**
 * Maps an error of nodemailer to an `EmailError`. `textSent`: the server got the text, so without a response the e-mail
 * may have been accepted. Errors of neither server nor network are returned unchanged.
 */
function readSmtpError(error: unknown, { textSent }: { textSent: boolean }): unknown {
  const smtp = error as SmtpError
  const kind = smtp.responseCode
    ? kindOfResponse(smtp, smtp.responseCode, textSent)
    : kindWithoutResponse(smtp, textSent)
  if (kind === null) return error
  return kind === 'refused'
    ? new EmailRejected(smtp.message, { cause: error })
    : new EmailError(kind, smtp.message, { cause: error })
}

/** RFC 5321, 4.2.1: after 4yz and 5yz the command had no effect. */
function kindOfResponse({ command = '', message }: SmtpError, code: number, textSent: boolean): EmailErrorKind {
  const isPermanent = code >= 500 && code !== 503
  if (code === 421 || tooFast.test(message)) return 'too_fast'
  switch (command) {
    case 'RCPT TO':
      if (isPermanent && aboutSender.test(message)) return 'misconfigured'
      return isPermanent ? 'refused' : 'later'
    case 'DATA':
      return isPermanent ? 'refused' : 'later'
    case 'MAIL FROM':
      // 552: the e-mail is too large. Other errors about the sender concern every e-mail.
      if (code === 552) return 'refused'
      return code >= 500 ? 'misconfigured' : 'too_fast'
    default:
      if (textSent) return 'later'
      return code >= 500 ? 'misconfigured' : 'unreachable'
  }
}

function kindWithoutResponse({ code = '', originalCode = '', command, message }: SmtpError, textSent: boolean) {
  if (textSent) return 'unknown'
  if (loginCodes.includes(code) || certificate.test(originalCode) || /certificate/i.test(message))
    return 'misconfigured'
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'refused'
  return networkCodes.includes(code) || message === 'Connection pool was closed' ? 'unreachable' : null
}

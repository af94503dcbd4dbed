import nodemailer from 'nodemailer'
import type { Sender } from './address.ts'
import { type Envelope, MailRefused, type MailTransport } from './letter.ts'

/**
 * Letters by SMTP. Only an answer 5xx to the recipient or to the letter itself is final: a refused login or sender is
 * the shop's own trouble, and every letter waits until it is put right. A connection that breaks after the text was
 * sent leaves it open whether the letter was taken: it is tried again under the same Message-ID.
 */
export function smtpTransport({ url, from }: { url: string; from: Sender }): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(envelope) {
      await transporter.sendMail(mailOf(envelope, from)).catch((cause: unknown) => {
        throw isFinal(cause) ? new MailRefused((cause as Error).message, { cause }) : cause
      })
    },
    close: () => transporter.close(),
  }
}

/** The envelope is given apart from the headers, so no header can add a recipient. */
export function mailOf({ letter, recipient, messageId }: Envelope, from: Sender) {
  return {
    envelope: { from: from.address, to: [recipient] },
    from,
    to: { name: '', address: recipient },
    ...(letter.replyTo !== undefined && { replyTo: { name: '', address: letter.replyTo } }),
    messageId,
    subject: letter.subject.replaceAll(/\s+/g, ' '),
    html: letter.html,
    text: letter.text,
    headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
  }
}

function isFinal(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

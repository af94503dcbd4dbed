import type { EmailTransport } from '#platform/email/email.ts'
import type { CampaignSender } from './campaign-sender.ts'

/**
 * Copies of a campaign over a transport of their own, so that no order's e-mail waits behind them. `idempotent` where
 * the transport removes duplicates of one Message-ID, as the development mailbox does; a mail server does not.
 */
export function createSmtpSender({
  transport,
  idempotent = false,
}: {
  transport: EmailTransport
  idempotent?: boolean
}): CampaignSender {
  return {
    name: 'smtp',
    idempotent,
    send: ({ letter, email, messageId }) => transport.send({ email: letter, recipient: email, messageId }),
    close: () => transport.close(),
  }
}

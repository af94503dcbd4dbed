import type { UnsubscribeLinks } from '#features/subscribers/subscriber-deps.ts'
import type { Db } from '#platform/database/db.ts'
import type { Email, EmailTransport } from '#platform/email/email.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { CampaignContent } from './campaign-content.ts'

/** How a recipient came to the list. */
export type Origin = {
  /** The owner imported the address; else the recipient signed up in this shop. */
  imported: boolean
  /** The place or list as the owner typed it, or a plain name, as of a form or an older import: 'market-stall-may-2026'. */
  place: string
  /** When the recipient consented; null if that is unknown, as after an import without dates. */
  consentedAt: Date | null
}

/** The parts of a campaign's e-mail that differ by recipient. */
export type Personal = { origin: Origin; unsubscribeUrl: string; headers: Record<string, string> }

/** Renders the text once; the returned function makes each recipient's copy, and is fast. */
export type LaunchWriter = (content: CampaignContent) => Promise<(personal: Personal) => Email>

/** The dependencies of sending a campaign. */
export type CampaignDeps = {
  db: Db
  queue: Queue
  log: Log
  sender: CampaignSender
  writer: LaunchWriter
  siteUrl: string
  /** The time of the opening: the owner may change it while the program runs. */
  launchAt: () => Date
  links: Pick<UnsubscribeLinks, 'pageFor' | 'headersFor'>
  /** Aborted when the program stops: requests that wait for a campaign then get a response at once. */
  stopping: AbortSignal
}

/** One recipient's copy of a campaign. `email` has passed `mailAddress`; `messageId` is the same at every try. */
export type CampaignMessage = {
  campaignId: string
  email: string
  subject: string
  /** The owner's text: plain text. */
  message: string
  /** The unsubscribe page, for services that compose the e-mail themselves. */
  unsubscribeUrl: string
  /** List-Unsubscribe and its companion, by RFC 8058. */
  headers: Record<string, string>
  /** The shop's own e-mail, with the headers above. */
  copy: Email
  messageId: string
}

/** The transport of a campaign's copies, one at a time. */
export type CampaignSender = {
  name: 'smtp' | 'klaviyo'
  /** Duplicates are removed: a copy with an unknown result may be sent again. */
  idempotent: boolean
  /** Resolves when the service has accepted the copy. Throws `EmailError`; anything else is an error of ours. */
  send(message: CampaignMessage): Promise<void>
  close(): void
}

/**
 * Copies of a campaign over a transport of their own, so that no order's e-mail waits behind them. `isIdempotent` where
 * the transport removes duplicates of one Message-ID, as the development mailbox does; a mail server does not.
 */
export function createSmtpSender({
  transport,
  isIdempotent = () => false,
}: {
  transport: EmailTransport
  isIdempotent?: () => boolean
}): CampaignSender {
  return {
    name: 'smtp',
    get idempotent() {
      return isIdempotent()
    },
    send: ({ copy, email, messageId }) => transport.send({ email: copy, recipient: email, messageId }),
    close: () => transport.close(),
  }
}

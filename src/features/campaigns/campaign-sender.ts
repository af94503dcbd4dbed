import type { Email } from '#platform/email/email.ts'

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
  letter: Email
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

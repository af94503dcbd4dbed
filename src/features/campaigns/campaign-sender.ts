import type { Letter } from '#platform/email/letter.ts'

/** One person's copy of a campaign. `email` has passed `mailAddress`; `messageId` is the same at every try. */
export type CampaignMessage = {
  campaignId: string
  email: string
  subject: string
  /** The owner's words as she typed them: plain text. */
  message: string
  /** The page where she says no, for services that write the letter themselves. */
  unsubscribeUrl: string
  /** List-Unsubscribe and its companion, by RFC 8058. */
  headers: Record<string, string>
  /** The letter as the shop writes it; its headers hold those above. */
  letter: Letter
  messageId: string
}

/** How the copies of a campaign leave, one at a time. */
export type CampaignSender = {
  name: 'smtp' | 'klaviyo'
  /** Twice is as good as once: a copy nobody knows the fate of may be sent again. */
  idempotent: boolean
  /** Resolves when somebody else has taken responsibility. Throws `MailTrouble`; anything else is a fault of ours. */
  send(message: CampaignMessage): Promise<void>
  close(): void
}

/** What a letter says, made from data by a pure function. */
export type Letter = {
  subject: string
  html: string
  text: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
  headers?: Record<string, string>
}

/** A letter with an address on it. `recipient` has passed `mailAddress`; `messageId` stays the same however often it is tried. */
export type Envelope = { letter: Letter; recipient: string; messageId: string }

/** How a letter leaves. `send` resolves when somebody else has taken responsibility for it. */
export type MailTransport = {
  /** Throws `MailRefused` when this letter will never be taken; any other error may be tried again. */
  send(envelope: Envelope): Promise<void>
  close(): void
}

/** This letter, to this address, will never be taken: trying again is no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

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
  /** Throws `MailTrouble`, whose `kind` says what may be done about it; anything else that is thrown is a fault of ours. */
  send(envelope: Envelope): Promise<void>
  close(): void
}

/**
 * Why a letter did not leave. `refused`: this recipient or this text never will (5xx to RCPT or DATA). `later`: not this
 * recipient now (4xx). `too_fast`: the server wants fewer letters (421, 451 of that kind, 429). `unreachable`: no
 * connection, or it broke before the text was handed over, so nothing was sent. `misconfigured`: login, sender or key are
 * not accepted, so no letter would be. `unknown`: it broke after the text was handed over; the letter may have left.
 */
export type TroubleKind = 'refused' | 'later' | 'too_fast' | 'unreachable' | 'misconfigured' | 'unknown'

/** A letter that did not leave, or may not have. `retryAfterMs`: as long as the server asked us to wait. */
export class MailTrouble extends Error {
  override readonly name: string = 'MailTrouble'
  readonly kind: TroubleKind
  readonly retryAfterMs: number | null
  constructor(
    kind: TroubleKind,
    message: string,
    { cause, retryAfterMs = null }: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** This letter, to this address, will never be taken: trying again is no use. */
export class MailRefused extends MailTrouble {
  override readonly name = 'MailRefused'
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('refused', message, options)
  }
}

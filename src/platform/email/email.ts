/** The content of an e-mail, written from data by a pure function. */
export type Email = {
  subject: string
  html: string
  text: string
  /** The address for replies, where it is not the sender's. */
  replyTo?: string
  headers?: Record<string, string>
}

/** An e-mail with its recipient. `recipient` has passed `mailAddress`; `messageId` is the same for every try. */
export type Envelope = { email: Email; recipient: string; messageId: string }

export type EmailTransport = {
  /** Resolves when the server has accepted the e-mail. Throws `EmailError`; any other error is a fault of the shop. */
  send(envelope: Envelope): Promise<void>
  close(): void
}

/**
 * Why an e-mail was not sent. `refused`: the server will never accept this recipient or this text (5xx to RCPT or
 * DATA). `later`: the server does not accept this recipient now (4xx). `too_fast`: the server limits the rate (421,
 * 429, and 451 with such a text). `unreachable`: no connection, or it broke before the text was sent. `misconfigured`:
 * the server rejects the login, sender or key, so no e-mail would be accepted. `unknown`: the connection broke after
 * the text; the e-mail may have been sent.
 */
export type EmailErrorKind = 'refused' | 'later' | 'too_fast' | 'unreachable' | 'misconfigured' | 'unknown'

/** `retryAfterMs`: the pause that the server requires. */
export class EmailError extends Error {
  override readonly name: string = 'EmailError'
  readonly kind: EmailErrorKind
  readonly retryAfterMs: number | null
  constructor(
    kind: EmailErrorKind,
    message: string,
    { cause, retryAfterMs = null }: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** The server will never accept this e-mail to this address: a retry does not help. */
export class EmailRejected extends EmailError {
  override readonly name = 'EmailRejected'
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('refused', message, options)
  }
}

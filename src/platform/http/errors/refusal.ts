/** Every reason the shop may say no for. The HTTP edge maps each to a status; a new one without a status does not compile. */
export type RefusalCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'already_exists'
  | 'too_large'
  | 'unsupported_media_type'
  | 'over_request_rate_limit'
  | 'cart_empty'
  | 'price_changed'
  | 'unavailable'
  | 'reserved'
  | 'discount_invalid'
  | 'country_unavailable'
  | 'amount_too_small'
  | 'session_unknown'
  | 'session_closed'
  | 'card_declined'
  | 'payment_provider_down'
  | 'payment_refused'
  | 'conflict'
  | 'busy'

/**
 * The shop saying no on purpose: the message is for the person, `details` for the program, `cause` for the log.
 * `retryAfterSeconds`: when the same request may succeed. Everything else that is thrown is a fault.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    { details, cause, retryAfterSeconds }: { details?: unknown; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The codes of an AppError. `answer-error.ts` maps each to an HTTP status; a code without a status does not compile. */
export type AppErrorCode =
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
 * A request that the application refuses on purpose: `message` is for the person, `details` for the program, `cause` for
 * the log. `retryAfterSeconds`: when the same request may succeed. Any other error is a fault and answered as 500.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: AppErrorCode,
    message: string,
    { details, cause, retryAfterSeconds }: { details?: unknown; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The HTTP status of each code that several endpoints share. An application's own codes bring their status. */
const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  already_exists: 409,
  conflict: 409,
  unavailable: 409,
  too_large: 413,
  unsupported_media_type: 415,
  over_request_rate_limit: 429,
  busy: 503,
  amount_too_small: 400,
  card_declined: 402,
  session_unknown: 404,
  session_closed: 409,
  payment_refused: 502,
  payment_provider_down: 503,
} as const satisfies Record<string, ContentfulStatusCode>

export type SharedErrorCode = keyof typeof statuses

type Options = { details?: unknown; cause?: unknown; retryAfterSeconds?: number }

/**
 * A request that the application refuses on purpose: `message` is for the person, `details` for the program, `cause`
 * for the log. `retryAfterSeconds`: when the same request may succeed. A code that is not shared needs its `status`.
 * Any other error is a fault and answered as 500.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: SharedErrorCode, message: string, options?: Options)
  constructor(code: string, message: string, options: Options & { status: ContentfulStatusCode })
  constructor(code: string, message: string, options: Options & { status?: ContentfulStatusCode } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.status = options.status ?? statuses[code as SharedErrorCode]
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A bad_request about one field of the request: `path` as in the issues of a schema, 'lines.0.size'. */
export function fieldError(path: string, message: string): AppError {
  return new AppError('bad_request', message, { details: [{ path, message }] })
}

/** An error that is a refusal: an AppError, or a trigger's `raise exception sqlstate 'PT409'`; null for a fault. */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof Error && 'code' in error && error.code === 'PT409') {
    return new AppError('conflict', error.message, { cause: error })
  }
  return null
}

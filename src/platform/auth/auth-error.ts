import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * An error of /auth/v1: status and code are GoTrue's, and one code may have several statuses. `extra` is added to the
 * response body, such as `weak_password`.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly extra: object

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { extra = {}, cause }: { extra?: object; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** 400 `validation_failed`: the request body does not fit the endpoint. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

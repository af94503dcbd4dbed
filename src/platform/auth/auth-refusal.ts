import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * /auth/v1 saying no: the status and the code are GoTrue's, and one code may come with several statuses.
 * `extra` is added to the body, such as `weak_password`.
 */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal'
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

/** 400 `validation_failed`: what was sent is not what this call takes. */
export function invalid(message: string): AuthRefusal {
  return new AuthRefusal(400, 'validation_failed', message)
}

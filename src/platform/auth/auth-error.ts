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

export function emailExists(cause?: unknown): AuthError {
  const message = 'A user with this email address has already been registered'
  return new AuthError(422, 'email_exists', message, { cause })
}

export function phoneExists(cause?: unknown): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered', { cause })
}

/** Maps the database's unique violation to the same errors: two concurrent calls may both have found the address free. */
export async function mapTakenErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'users_email_key') throw emailExists(error)
    if (constraint === 'users_phone_key') throw phoneExists(error)
    throw error
  }
}

/** 409: another request created or erased the account at the same moment. */
export function tryAgain(): AuthError {
  return new AuthError(409, 'conflict', 'Please try again in a moment.')
}

/** 400 `validation_failed`: the request body does not fit the endpoint. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

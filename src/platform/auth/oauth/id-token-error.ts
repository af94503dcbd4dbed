/** The error of an id_token: in OAuth's form, status 400, for any API version. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly error: string

  constructor(error: string, description: string, cause?: unknown) {
    super(description, cause === undefined ? {} : { cause })
    this.error = error
  }
}

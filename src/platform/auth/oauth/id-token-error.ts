/** What is wrong with an id_token: answered in OAuth's form, status 400, whatever version the client asks for (contract 3.1). */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly error: string

  constructor(error: string, description: string, cause?: unknown) {
    super(description, cause === undefined ? {} : { cause })
    this.error = error
  }
}

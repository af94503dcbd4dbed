/**
 * An error of /rest/v1: `code` is PGRSTnnn or an SQLSTATE, and the body is always the four keys code, message, details,
 * hint. `cause` is for the log and never reaches the client.
 */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, more: RestErrorMore = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}

type RestErrorMore = {
  details?: string | null
  hint?: string | null
  headers?: Record<string, string>
  cause?: unknown
}

/** A filter, order, select or preference that cannot be read. `details` points at what was expected. */
export function unreadable(what: string, text: string, details: string): RestError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  return new RestError(400, 'PGRST100', `"failed to parse ${what} (${shown})"`, { details })
}

export function unknownColumn(table: string, column: string): RestError {
  return new RestError(400, '42703', `column ${table}.${column} does not exist`)
}

export function notOneRow(count: number): RestError {
  const message = 'Cannot coerce the result to a single JSON object'
  return new RestError(406, 'PGRST116', message, { details: `The result contains ${count} rows` })
}

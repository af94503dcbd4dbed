import type { ErrorHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { clientAbortResponse, isClientAbort } from '../http/errors/error-handler.ts'
import { TokenError } from '../http/identity/tokens.ts'
import { RestError } from './rest-error.ts'

/** Responds to every error under /rest/v1 with the four keys. A fault is logged once and shows its request id only. */
export const handleRestError: ErrorHandler<Env> = (error, c) => {
  if (isClientAbort(error, c)) return clientAbortResponse(c)
  const restError = toRestError(error, c.var.claims?.role !== 'authenticated' && c.var.claims?.role !== 'service_role')
  // A 503 that was thrown on purpose means load and is not a fault.
  if (restError === error && restError.status === 503) c.var.log.info('a request was rejected with Retry-After')
  else if (restError.status >= 500) c.var.log.error({ error }, 'a data request failed')
  const { code, message, details, hint } = restError
  const shown = restError.status === 500 && !details ? `Request ${c.var.requestId}` : details
  const headers = { ...restError.headers, 'Content-Type': 'application/json; charset=utf-8' }
  if (restError.status === 401) Object.assign(headers, { 'WWW-Authenticate': 'Bearer' })
  return new Response(JSON.stringify({ code, message, details: shown, hint }), { status: restError.status, headers })
}

function toRestError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error
  if (error instanceof TokenError) {
    const isSigned = error.reason !== 'malformed' && error.reason !== 'unverified'
    return new RestError(401, isSigned ? 'PGRST303' : 'PGRST301', error.message)
  }
  return databaseError(error, { anonymous }) ?? new RestError(500, 'PGRSTX00', 'Internal error', { cause: error })
}

/**
 * The used fields of a PostgreSQL error. The driver's class is not checked, since Kysely and the pool may wrap the
 * error.
 */
type DatabaseError = { code: string; message: string; detail?: string | undefined; hint?: string | undefined }

/**
 * Maps any error thrown under /rest/v1 to its response: PostgreSQL's codes with PostgREST's status. Null for an
 * error that is not the database's. Messages of a 500 stay in the log.
 */
export function databaseError(error: unknown, { anonymous }: { anonymous: boolean }): RestError | null {
  if (!(error instanceof Error)) return null
  const gone = connectionError(error)
  if (gone) return gone
  if (!isDatabaseError(error)) return null
  const { code, message, detail, hint } = error
  const status = statusOf(code, message, anonymous)
  if (status >= 500 && !shownFaults.has(code)) {
    const headers = status === 503 ? { headers: { 'Retry-After': '2' } } : {}
    return new RestError(status, code, 'The database could not answer', { cause: error, ...headers })
  }
  return new RestError(status, code, message, { details: detail ?? null, hint: hint ?? null, cause: error })
}

function isDatabaseError(error: Error): error is Error & DatabaseError {
  return 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error
}

// The caller may see timeouts and conflicts between transactions.
const shownFaults = new Set(['57014', '40001', '40P01', '55P03'])

const statuses: Record<string, number> = {
  '21000': 400,
  '22023': 400,
  '23503': 409,
  '23505': 409,
  // The server is read-only now: no caller gets a read-only transaction here.
  '25006': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
}

const classes: Record<string, number> = {
  '08': 503,
  '53': 503,
  ...Object.fromEntries(
    ['09', '25', '2D', '38', '39', '3B', '40', '54', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'].map((name) => [
      name,
      500,
    ]),
  ),
  '0L': 403,
  '0P': 403,
  '28': 403,
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  // Triggers and functions may choose a status: raise exception sqlstate 'PT402'.
  if (code.startsWith('PT')) return chosenStatus(code.slice(2))
  if (code === '42501') return anonymous ? 401 : 403
  // A body nested deeper than the parser's stack is an error of the caller.
  if (code === '54001' && message.includes('stack depth')) return 400
  return statuses[code] ?? classes[code.slice(0, 2)] ?? 400
}

function chosenStatus(digits: string): number {
  const status = Number(digits)
  return status >= 200 && status <= 599 ? status : 500
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'])
// The database is shutting down, starting, ending connections, or missing.
const leaving = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '3D000'])

function connectionError(error: Error): RestError | null {
  const code = 'code' in error ? String(error.code) : ''
  const headers = { 'Retry-After': '2' }
  if (error.message.includes('timeout exceeded when trying to connect')) {
    const message = 'Timed out acquiring connection from connection pool.'
    return new RestError(504, 'PGRST003', message, { headers, cause: error })
  }
  if (unreachable.has(code) || leaving.has(code)) {
    return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      headers,
      cause: error,
    })
  }
  if (
    /^Connection terminated|Client has encountered a connection error|Cannot use a pool|^Query read timeout/.test(
      error.message,
    )
  ) {
    return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', { headers, cause: error })
  }
  return null
}

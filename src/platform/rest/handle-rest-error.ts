import type { ErrorHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { TokenError } from '../http/identity/token-error.ts'
import { clientAbortResponse, isClientAbort } from '../http/server/client-abort.ts'
import { databaseError } from './database-error.ts'
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

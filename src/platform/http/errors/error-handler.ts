import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ZodError } from 'zod'
import { countInOutage } from '#platform/database/outages.ts'
import { isTemporary } from '#platform/database/temporary-errors.ts'
import type { Env } from '../env.ts'
import { AppError, refusalOf } from './app-error.ts'

/** The error body of one API surface. */
type ErrorBody = (error: AppError) => object

/** /functions/v1: the application's codes; a missing or bad token has the number 401, as Supabase sends it. */
export const functionsErrorBody: ErrorBody = ({ code, message, details, status }) =>
  status === 401 ? { code: 401, message } : { code, message, details: details ?? null }

/**
 * Responds to every error thrown by handlers. An AppError gets the body of `toBody`; a body that is not JSON or does
 * not fit its schema is bad_request; any other error is a fault: logged once and answered with the request id alone.
 */
export function createErrorHandler(toBody: ErrorBody): ErrorHandler<Env> {
  return async (error, c) => {
    if (isClientAbort(error, c)) return clientAbortResponse(c)
    const appError = await toAppError(error, c)
    if (!appError) {
      c.var.log.error({ error }, 'a request failed')
      return c.json({ code: 'unexpected_failure', message: `Something went wrong. Request ${c.var.requestId}` }, 500)
    }
    const { status } = appError
    if (status === 503) {
      if (appError.code !== 'busy') c.var.log.error({ error }, 'a request found something down')
      // `busy` thrown on purpose means load and is not a fault; an error that was mapped to it is logged with its
      // cause.
      else if (appError !== error) c.var.log.warn({ error }, 'a request could not be served for the moment')
      else if (!countInOutage(error)) c.var.log.info({ code: appError.code }, 'a request was rejected with Retry-After')
      c.header('Retry-After', '2')
    }
    if (appError.retryAfterSeconds !== undefined) c.header('Retry-After', String(appError.retryAfterSeconds))
    if (status === 401) c.header('WWW-Authenticate', 'Bearer')
    return c.json(toBody(appError), status)
  }
}

async function toAppError(error: Error, c: Context<Env>): Promise<AppError | null> {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  if (error instanceof ZodError) {
    const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    return new AppError('bad_request', 'The request is not as it should be', { details, cause: error })
  }
  if (error instanceof SyntaxError && (await bodyIsNotJson(c))) {
    return new AppError('bad_request', 'The body is not valid JSON', { cause: error })
  }
  if (isTemporary(error))
    return new AppError('busy', 'The shop is busy. Please try again in a moment.', { cause: error })
  return null
}

// A handler that parses other text may also throw a SyntaxError; that one is an unexpected error.
async function bodyIsNotJson(c: Context<Env>): Promise<boolean> {
  try {
    JSON.parse(await c.req.text())
    return false
  } catch {
    return true
  }
}

/**
 * Whether the client disconnected before its body was complete. Compares with the error Node ended the request with,
 * because a reset connection to one of our own peers has the same code and is a fault.
 */
export function isClientAbort(error: unknown, c: Context<Env>): boolean {
  const incoming = c.env?.incoming
  return incoming !== undefined && !incoming.complete && error === incoming.errored
}

/** Logs the disconnect and responds 499, nginx's status for it; the response reaches no client. */
export function clientAbortResponse(c: Context<Env>): Response {
  c.var.log.debug('the client went away before its body was whole')
  return new Response(null, { status: 499 })
}

const version = '2024-01-01'

/**
 * An error of /auth/v1 in the form of the client's API version: `code` is a text for today's clients, which send the
 * version header, and the status number for older ones. `extra` is added to both.
 */
export function authErrorResponse(
  c: Context<Env>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  extra: object = {},
): Response {
  const requestedVersion = c.req.header('x-supabase-api-version') ?? ''
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= version
  if (!isNew) {
    return c.json({ code: status, error_code: code, msg: message, ...extra }, status, { 'x-sb-error-code': code })
  }
  return c.json({ code, message, ...extra }, status, { 'x-sb-error-code': code, 'X-Supabase-Api-Version': version })
}

import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ZodError } from 'zod'
import { countInOutage } from '#platform/database/outages.ts'
import { isTemporary } from '#platform/database/temporary-errors.ts'
import { answerClientAbort, isClientAbort } from '../client-abort.ts'
import type { Env } from '../env.ts'
import { AppError, type AppErrorCode } from './app-error.ts'

const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  already_exists: 409,
  too_large: 413,
  unsupported_media_type: 415,
  over_request_rate_limit: 429,
  cart_empty: 400,
  price_changed: 409,
  unavailable: 409,
  reserved: 409,
  discount_invalid: 400,
  country_unavailable: 400,
  amount_too_small: 400,
  session_unknown: 404,
  session_closed: 409,
  card_declined: 402,
  payment_provider_down: 503,
  payment_refused: 502,
  conflict: 409,
  busy: 503,
} as const satisfies Record<AppErrorCode, ContentfulStatusCode>

/** How one surface words a refusal. */
export type Dialect = (refusal: AppError, status: number) => object

/** /functions/v1: the shop's codes; a missing or bad token has the number the platform gives it. */
export const functions: Dialect = ({ code, message, details }, status) =>
  status === 401 ? { code: 401, message } : { code, message, details: details ?? null }

/**
 * Answers whatever is thrown below it. A refusal is worded by the dialect; a body that is not JSON or not of the schema is
 * bad_request; the rest is a fault: logged once, and answered with nothing but the request's id.
 */
export function answerError(dialect: Dialect): ErrorHandler<Env> {
  return async (error, c) => {
    if (isClientAbort(error, c)) return answerClientAbort(c)
    const refusal = await toAppError(error, c)
    if (!refusal) {
      c.var.log.error({ error }, 'a request failed')
      return c.json({ code: 'unexpected_failure', message: `Something went wrong. Request ${c.var.requestId}` }, 500)
    }
    const status = statuses[refusal.code]
    if (status === 503) {
      if (refusal.code !== 'busy') c.var.log.error({ error }, 'a request found something down')
      // `busy` itself is thrown for a crowd, which is no fault; an error that was taken for it has a cause to look at.
      else if (refusal !== error) c.var.log.warn({ error }, 'a request could not be served for the moment')
      else if (!countInOutage(error)) c.var.log.info({ code: refusal.code }, 'a request was told to come back')
      c.header('Retry-After', '2')
    }
    if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
    if (status === 401) c.header('WWW-Authenticate', 'Bearer')
    return c.json(dialect(refusal, status), status)
  }
}

async function toAppError(error: Error, c: Context<Env>): Promise<AppError | null> {
  if (error instanceof AppError) return error
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

// A handler that parses something else may throw a SyntaxError too, and that would be our own fault.
async function bodyIsNotJson(c: Context<Env>): Promise<boolean> {
  try {
    JSON.parse(await c.req.text())
    return false
  } catch {
    return true
  }
}

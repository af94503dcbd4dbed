import Stripe from 'stripe'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'

/** Whether there was no response, or none that says whether the call took effect. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError || (error instanceof AppError && isDown(error))
}

/** For `catch`: null for what Stripe does not know; other errors are thrown again. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
  throw error
}

export function providerDown(cause?: unknown): AppError {
  const message = 'We can’t reach the payment page just now. You haven’t been charged. Please try again in a minute.'
  return new AppError('payment_provider_down', message, cause === undefined ? {} : { cause })
}

/**
 * Maps Stripe's errors to the shop's. Errors that no retry mends, such as a wrong key or parameter, are logged here for
 * the owner; their messages do not reach the customer. Other errors are returned unchanged.
 */
export function toAppError(error: unknown, log: Log): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const cause = slim(error)
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return new AppError('busy', 'We’re busy just now. Please try again in a minute.', { cause })
  }
  if (error.code === 'amount_too_small') {
    return new AppError('amount_too_small', 'This order is less than we can charge to a card.', { cause })
  }
  const status = error.statusCode ?? 0
  if (isUnanswered(error) || status === 0 || status === 409 || status >= 500) return providerDown(cause)
  log.error({ error: cause, stripe: detailsOf(error) }, 'Stripe refuses a call, and will refuse it again')
  return new AppError(
    'payment_refused',
    'We couldn’t open the payment page. We’ve been told and are looking into it.',
    {
      cause,
    },
  )
}

/** Whether Stripe did not respond, or only with a server error. */
export function isDown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'payment_provider_down'
}

/** The error without headers, request and the other data that the library adds. */
function slim(error: Stripe.errors.StripeError): Error {
  const cause = new Error(`${error.type}: ${error.message}`)
  delete cause.stack
  return cause
}

function detailsOf({ type, code, param, statusCode, requestId }: Stripe.errors.StripeError) {
  return { type, code, param, status: statusCode, request: requestId }
}

import { AppError } from '#platform/http/errors/app-error.ts'

/** The owner's message for an error of the provider, whose own text is for customers. Null for any other error. */
export function providerErrorMessage(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'payment_provider_down' || error.code === 'busy') return 'The payment provider did not respond.'
  if (error.code !== 'payment_refused') return null
  return 'The payment provider rejected the request. Please check that the shop’s key is still valid.'
}

/**
 * The provider's error with the owner's message, for the response to the owner's request. Any other error is unchanged.
 */
export function withOwnerMessage(error: unknown): unknown {
  const why = providerErrorMessage(error)
  if (!why || !(error instanceof AppError)) return error
  return new AppError(error.code, `${why} Please try again in a minute; no amount is charged or refunded twice.`, {
    status: error.status,
    cause: error,
  })
}

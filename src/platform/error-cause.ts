/**
 * What an error says, or its cause, if it has one: `fetch` itself says only “fetch failed”. A host with several addresses
 * that all refuse gives an AggregateError, which has no message of its own.
 */
export function causeOf(reason: unknown): string {
  const error = reason instanceof Error && reason.cause instanceof Error ? reason.cause : (reason as Error)
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map((each) => (each as Error).message))].join('; ')
  }
  return error.message
}

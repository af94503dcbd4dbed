/** The message of an error's cause, if it has one: `fetch` itself says only “fetch failed”. */
export function causeOf(reason: unknown): string {
  const { message, cause } = reason as Error
  return cause instanceof Error ? cause.message : message
}

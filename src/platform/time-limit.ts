/** The result of `work`, or a rejection with `late` after `timeoutMs`. The work itself goes on. */
export async function withTimeLimit<T>(
  work: Promise<T>,
  timeoutMs: number,
  late: () => Error = () =>
    new Error(`no response within ${timeoutMs < 1_000 ? `${timeoutMs} ms` : `${timeoutMs / 1_000} s`}`),
): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(late()), timeoutMs)
  return await Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}

/**
 * Waits half a second at most. A request or a job that was cut off may hold a connection for ever, a silent database
 * may never answer, and a collector of traces may not either: the program ends without them.
 */
export async function closeSoon(close: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, 500)
  await Promise.race([close(), late.promise]).finally(() => clearTimeout(timer))
}

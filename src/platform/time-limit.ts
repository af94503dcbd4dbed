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

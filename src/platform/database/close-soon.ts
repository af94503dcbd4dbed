/**
 * Waits half a second at most. A request or a job that was cut off may hold a connection for ever, a silent database
 * may never answer, and a collector of traces may not either: the program ends without them.
 */
export async function closeSoon(close: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, 500)
  await Promise.race([close(), late.promise]).finally(() => clearTimeout(timer))
}

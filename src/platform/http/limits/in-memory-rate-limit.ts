/** Past this number of clients within a minute, new clients are refused: addresses cannot fill the memory. */
const maxClients = 10_000

/**
 * Returns whether a client may make one more call within this minute. Counts are in the memory of this process only and
 * are dropped with the minute: the database never holds the client's address.
 */
export function createInMemoryRateLimit({
  perMinute,
  nowMs = Date.now,
}: {
  perMinute: number
  nowMs?: () => number
}): (client: string) => boolean {
  let minute = 0
  const counts = new Map<string, number>()
  return (client) => {
    const now = Math.floor(nowMs() / 60_000)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(client) ?? 0) + 1
    if (count > perMinute || (counts.size >= maxClients && count === 1)) return false
    counts.set(client, count)
    return true
  }
}

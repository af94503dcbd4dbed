/** More clients than this within a minute are not told apart any longer: nobody fills the memory with addresses. */
const mostClients = 10_000

/**
 * Whether a client may call once more within this minute. It is counted in memory alone and forgotten with the minute:
 * what is asked here must not leave an address behind, not even in the table of the other limits.
 */
export function createForgetfulLimit({
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
    if (count > perMinute || (counts.size >= mostClients && count === 1)) return false
    counts.set(client, count)
    return true
  }
}

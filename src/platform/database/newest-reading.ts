/**
 * Reads, and passes what was read to `use`, unless a reading that began later has ended before: an older result never
 * replaces a newer one, and a slow reading does not delay the next.
 */
export function newestReading<T>(read: () => Promise<T>, use: (found: T) => void): () => Promise<void> {
  let begun = 0
  let used = 0
  return async () => {
    const number = ++begun
    const found = await read()
    if (number < used) return
    used = number
    use(found)
  }
}

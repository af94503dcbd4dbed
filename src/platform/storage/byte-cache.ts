/** A memory cache by name; the least recently used entries are evicted first. */
type ByteCache<Entry> = {
  get(name: string): Entry | undefined
  /** An entry that would fill more than a sixteenth of the cache is not stored. */
  store(name: string, entry: Entry): void
}

type Options<Entry> = { mostBytes: number; mostEntries?: number; sizeOf: (entry: Entry) => number }

export function createByteCache<Entry>({
  mostBytes,
  mostEntries = Number.POSITIVE_INFINITY,
  sizeOf,
}: Options<Entry>): ByteCache<Entry> {
  const entries = new Map<string, Entry>()
  let size = 0

  function forget(name: string): void {
    const entry = entries.get(name)
    if (entry !== undefined) size -= sizeOf(entry)
    entries.delete(name)
  }

  return {
    get(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry
    },
    store(name, entry) {
      if (sizeOf(entry) > mostBytes / 16) return
      forget(name)
      entries.set(name, entry)
      size += sizeOf(entry)
      for (const oldest of entries.keys()) {
        if (size <= mostBytes && entries.size <= mostEntries) break
        forget(oldest)
      }
    },
  }
}

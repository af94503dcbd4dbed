/** A memory cache of bytes by name; the least recently used entries are evicted first. */
export type ByteCache = {
  get(name: string): Buffer | undefined
  /** An entry that would fill too much of the cache is not stored. */
  store(name: string, bytes: Buffer): void
  sizeBytes(): number
}

export function createByteCache({ mostBytes }: { mostBytes: number }): ByteCache {
  const entries = new Map<string, Buffer>()
  let size = 0

  function forget(name: string): void {
    size -= entries.get(name)?.length ?? 0
    entries.delete(name)
  }

  return {
    get(name) {
      const bytes = entries.get(name)
      if (!bytes) return undefined
      entries.delete(name)
      entries.set(name, bytes)
      return bytes
    },
    store(name, bytes) {
      if (bytes.length > mostBytes / 16) return
      forget(name)
      entries.set(name, bytes)
      size += bytes.length
      for (const oldest of entries.keys()) {
        if (size <= mostBytes) break
        forget(oldest)
      }
    },
    sizeBytes: () => size,
  }
}

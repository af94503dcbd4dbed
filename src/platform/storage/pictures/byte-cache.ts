/** A memory cache of bytes by name; the least recently used entries are evicted first. */
export type ByteCache = {
  get(name: string): Buffer | undefined
  /** An entry that would fill too much of the cache is not stored. */
  keep(name: string, bytes: Buffer): void
  sizeBytes(): number
}

export function createByteCache({ mostBytes }: { mostBytes: number }): ByteCache {
  const kept = new Map<string, Buffer>()
  let size = 0

  function forget(name: string): void {
    size -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  return {
    get(name) {
      const bytes = kept.get(name)
      if (!bytes) return undefined
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    keep(name, bytes) {
      if (bytes.length > mostBytes / 16) return
      forget(name)
      kept.set(name, bytes)
      size += bytes.length
      for (const oldest of kept.keys()) {
        if (size <= mostBytes) break
        forget(oldest)
      }
    },
    sizeBytes: () => size,
  }
}

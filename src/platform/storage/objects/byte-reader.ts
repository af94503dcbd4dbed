/** Reads a stream up to delimiters in it, and buffers no more than one chunk and one delimiter. */
export type ByteReader = {
  /** The bytes before the delimiter, which is consumed. Null when the stream ends first, or past `maxBytes`. */
  readUntil(delimiter: Buffer, maxBytes: number): Promise<Buffer | null>
  /** Yields the bytes before the delimiter as they arrive. Returns false when the stream ends before the delimiter. */
  streamUntil(delimiter: Buffer): AsyncGenerator<Buffer, boolean>
  /** So many bytes, fewer at the end of the stream. */
  read(count: number): Promise<Buffer>
  /** Reads to the end. Returns false past `maxBytes`. */
  drain(maxBytes: number): Promise<boolean>
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)

  async function readChunk(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    buffered = buffered.length === 0 ? Buffer.from(value) : Buffer.concat([buffered, value])
    return true
  }

  function consume(count: number): Buffer {
    const part = buffered.subarray(0, count)
    buffered = buffered.subarray(count)
    return part
  }

  return {
    async readUntil(delimiter, maxBytes) {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        if (at > maxBytes || (at < 0 && buffered.length > maxBytes + delimiter.length)) return null
        if (at >= 0) {
          const part = consume(at)
          consume(delimiter.length)
          return part
        }
        if (!(await readChunk())) return null
      }
    },
    async *streamUntil(delimiter) {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        if (at >= 0) {
          if (at > 0) yield consume(at)
          consume(delimiter.length)
          return true
        }
        // The last bytes may be the beginning of the delimiter.
        const safe = buffered.length - delimiter.length + 1
        if (safe > 0) yield consume(safe)
        if (!(await readChunk())) return false
      }
    },
    async read(count) {
      while (buffered.length < count && (await readChunk()));
      return consume(Math.min(count, buffered.length))
    },
    async drain(maxBytes) {
      let bytes = 0
      do {
        bytes += consume(buffered.length).length
        if (bytes > maxBytes) return false
      } while (await readChunk())
      return true
    },
  }
}

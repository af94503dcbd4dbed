/** Reads a stream of bytes up to marks in it, keeping no more of it than a mark may be long. */
export type ByteReader = {
  /** What comes before the mark, which is taken too. Null when the stream ends first, or when it is more than so many bytes. */
  until(mark: Buffer, mostBytes: number): Promise<Buffer | null>
  /** The same, as it arrives. Gives false at its end when the stream ended before the mark. */
  pour(mark: Buffer): AsyncGenerator<Buffer, boolean>
  /** So many bytes, fewer at the stream's end. */
  take(count: number): Promise<Buffer>
  /** Reads to the end. False: there was more than so many bytes. */
  drain(mostBytes: number): Promise<boolean>
}

export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value])
    return true
  }

  function cut(end: number): Buffer {
    const part = held.subarray(0, end)
    held = held.subarray(end)
    return part
  }

  return {
    async until(mark, mostBytes) {
      for (;;) {
        const at = held.indexOf(mark)
        if (at > mostBytes || (at < 0 && held.length > mostBytes + mark.length)) return null
        if (at >= 0) {
          const part = cut(at)
          cut(mark.length)
          return part
        }
        if (!(await more())) return null
      }
    },
    async *pour(mark) {
      for (;;) {
        const at = held.indexOf(mark)
        if (at >= 0) {
          if (at > 0) yield cut(at)
          cut(mark.length)
          return true
        }
        // The end of what is here may be the beginning of the mark.
        const sure = held.length - mark.length + 1
        if (sure > 0) yield cut(sure)
        if (!(await more())) return false
      }
    },
    async take(count) {
      while (held.length < count && (await more()));
      return cut(Math.min(count, held.length))
    },
    async drain(mostBytes) {
      let bytes = 0
      do {
        bytes += cut(held.length).length
        if (bytes > mostBytes) return false
      } while (await more())
      return true
    },
  }
}

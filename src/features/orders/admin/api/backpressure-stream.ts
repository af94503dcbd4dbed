/** The reader closed the stream, or read nothing for too long. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGone'
}

/**
 * A text stream with backpressure: `put` waits until the previous piece was read, and throws ReaderGone when the reader
 * closed the stream or read nothing for `readTimeoutMs`. `fail` aborts it, so that a partial file is never complete.
 */
export function createBackpressureStream(readTimeoutMs: number): {
  stream: ReadableStream<Uint8Array>
  put(text: string): Promise<void>
  end(): void
  fail(error: unknown): void
} {
  const encoder = new TextEncoder()
  let pulled = Promise.withResolvers<void>()
  let isGone = false
  let into: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      into = controller
    },
    pull: () => pulled.resolve(),
    cancel: () => {
      isGone = true
      pulled.reject(new ReaderGoneError())
    },
  })
  // The reader may leave while no `put` waits.
  pulled.promise.catch(() => undefined)
  return {
    stream,
    async put(text) {
      const timer = setTimeout(() => pulled.reject(new ReaderGoneError()), readTimeoutMs)
      try {
        await pulled.promise
      } finally {
        clearTimeout(timer)
      }
      if (isGone) throw new ReaderGoneError()
      pulled = Promise.withResolvers()
      pulled.promise.catch(() => undefined)
      into?.enqueue(encoder.encode(text))
    },
    end: () => {
      if (!isGone) into?.close()
    },
    fail: (error) => {
      if (!isGone) into?.error(error)
    },
  }
}

/** Whoever took the stream went away, or has taken nothing of it for too long. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

/**
 * A stream of text that waits with each piece until the one before was taken. `put` throws ReaderGone when nobody takes it
 * any more, be it that they left or that `patienceMs` went by; `fail` breaks it off, so that nobody thinks it whole.
 */
export function createBackpressureStream(patienceMs: number): {
  stream: ReadableStream<Uint8Array>
  put(text: string): Promise<void>
  end(): void
  fail(error: unknown): void
} {
  const encoder = new TextEncoder()
  let asked = Promise.withResolvers<void>()
  let isGone = false
  let into: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      into = controller
    },
    pull: () => asked.resolve(),
    cancel: () => {
      isGone = true
      asked.reject(new ReaderGone())
    },
  })
  // Somebody may leave while nothing waits for her.
  asked.promise.catch(() => undefined)
  return {
    stream,
    async put(text) {
      const tired = setTimeout(() => asked.reject(new ReaderGone()), patienceMs)
      try {
        await asked.promise
      } finally {
        clearTimeout(tired)
      }
      if (isGone) throw new ReaderGone()
      asked = Promise.withResolvers()
      asked.promise.catch(() => undefined)
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

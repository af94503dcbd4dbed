// A limit in the memory of this program: how often it calls another server, for all callers together.

/** A monotonic clock with timers, which tests replace. Times in milliseconds. */
export type Clock = {
  now(): number
  /** Runs `work` once; the returned function cancels it. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export type Pace = {
  /**
   * Resolves when a request may be sent. `first` goes before all others: a call that has begun and needs another
   * request. Rejects with `refuse` at once when the expected wait is longer than `maxWaitMs`, and later when the wait becomes
   * longer. Rejects once `signal` aborts.
   */
  acquire(options?: { first?: boolean }): Promise<void>
  /** Returns a token that no request used. */
  refundToken(): void
}

type PaceOptions = {
  /** May change while requests wait, and be infinite. */
  perSecond: number | (() => number)
  maxWaitMs: number
  clock: Clock
  burst?: number
  /** The error for a request that would wait too long. */
  refuse: () => Error
  signal?: AbortSignal
}

type Waiting = { since: number; begin: () => void; giveUp: (reason?: unknown) => void }

/**
 * A token bucket with a queue: `burst` requests at once, then `perSecond`, evenly. No request waits longer than
 * `maxWaitMs`.
 */
export function createPace({ perSecond, maxWaitMs, clock, burst = 1, refuse, signal }: PaceOptions): Pace {
  const queue: Waiting[] = []
  let tokens = burst
  let countedAt = clock.now()
  let isTimed = false
  const msPerToken = () => 1000 / (typeof perSecond === 'number' ? perSecond : perSecond())
  signal?.addEventListener('abort', () => {
    for (const waiting of queue.splice(0)) waiting.giveUp(signal.reason)
  })

  function refill(): void {
    const now = clock.now()
    const earned = msPerToken() === 0 ? burst : (now - countedAt) / msPerToken()
    tokens = Math.min(burst, tokens + earned)
    countedAt = now
  }

  function serve(): void {
    refill()
    const oldest = clock.now() - maxWaitMs
    while (queue[0] && queue[0].since < oldest) queue.shift()?.giveUp()
    // Slightly less than one counts as one: sums of fractions are not exact.
    while (queue[0] && (tokens > 0.999 || msPerToken() === 0)) {
      tokens = Math.max(0, tokens - 1)
      queue.shift()?.begin()
    }
    if (!queue[0] || isTimed) return
    isTimed = true
    clock.after(Math.max(1, (1 - tokens) * msPerToken()), () => {
      isTimed = false
      serve()
    })
  }

  function isFull(): boolean {
    refill()
    return (queue.length + 1 - tokens) * msPerToken() > maxWaitMs
  }

  return {
    refundToken() {
      refill()
      tokens = Math.min(burst, tokens + 1)
      serve()
    },
    acquire: ({ first = false } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const giveUp = (reason: unknown = refuse()) => reject(reason)
        if (!first && isFull()) return giveUp()
        const waiting = { since: first ? Number.POSITIVE_INFINITY : clock.now(), begin: resolve, giveUp }
        if (first) queue.unshift(waiting)
        else queue.push(waiting)
        serve()
      }),
  }
}

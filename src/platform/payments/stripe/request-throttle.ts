import { AppError } from '#platform/http/errors/app-error.ts'
import type { Clock } from './clock.ts'

export type RequestThrottle = {
  /**
   * Resolves when a request may be sent. `first` goes before all others: a call that has begun and needs another
   * request. Refuses busy at once when the expected wait is longer than `maxWaitMs`, and later when the wait becomes
   * longer.
   */
  acquire(options?: { first?: boolean }): Promise<void>
  /** Returns a token that no request used. */
  refundToken(): void
}

type Waiting = { since: number; begin: () => void; giveUp: () => void }

/**
 * A token bucket with a queue: `burst` requests at once, then `perSecond`, evenly. No request waits longer than
 * `maxWaitMs`.
 */
export function createRequestThrottle({
  perSecond,
  maxWaitMs,
  clock,
  burst = 1,
}: {
  perSecond: number
  maxWaitMs: number
  clock: Clock
  burst?: number
}): RequestThrottle {
  const msPerToken = 1000 / perSecond
  const queue: Waiting[] = []
  let tokens = burst
  let countedAt = clock.now()
  let isTimed = false

  function refill(): void {
    const now = clock.now()
    tokens = Math.min(burst, tokens + (now - countedAt) / msPerToken)
    countedAt = now
  }

  function serve(): void {
    refill()
    const oldest = clock.now() - maxWaitMs
    while (queue[0] && queue[0].since < oldest) queue.shift()?.giveUp()
    // Slightly less than one counts as one: sums of fractions are not exact.
    while (queue[0] && tokens > 0.999) {
      tokens -= 1
      queue.shift()?.begin()
    }
    if (!queue[0] || isTimed) return
    isTimed = true
    clock.after(Math.max(1, (1 - tokens) * msPerToken), () => {
      isTimed = false
      serve()
    })
  }

  function isFull(): boolean {
    refill()
    return (queue.length + 1 - tokens) * msPerToken > maxWaitMs
  }

  return {
    refundToken() {
      refill()
      tokens = Math.min(burst, tokens + 1)
      serve()
    },
    acquire: ({ first = false } = {}) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(busy())
        if (!first && isFull()) return giveUp()
        const waiting = { since: first ? Number.POSITIVE_INFINITY : clock.now(), begin: resolve, giveUp }
        if (first) queue.unshift(waiting)
        else queue.push(waiting)
        serve()
      }),
  }
}

/** The refusal for a customer who would wait too long. */
export function busy(): AppError {
  const message = 'We’re busy just now. Your cart is safe: please try again in a minute.'
  return new AppError('busy', message)
}

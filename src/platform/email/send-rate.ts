import { type Clock, createPace, systemClock } from '../http/limits/pace.ts'

const minPerSecond = 1
/** The rate grows by 1 % a second without a complaint: it doubles in 70 s. */
const growthPerSecond = 1.01
/** Above this rate there is no limit. */
const unlimitedPerSecond = 100

/**
 * The rate at which e-mails are sent: unlimited until the server complains, then half the last rate, growing slowly.
 * Complaints of several connections within a second count as one.
 */
export type SendRate = {
  /** Resolves when the next e-mail may be sent; rejects when `signal` aborts the wait. */
  acquire(): Promise<void>
  /** Halves the rate. */
  slowDown(): void
  perSecond(): number
}

export function createSendRate({ clock = systemClock, signal }: { clock?: Clock; signal: AbortSignal }): SendRate {
  let setPerSecond = Number.POSITIVE_INFINITY
  let setAt = Number.NEGATIVE_INFINITY
  const recent = { since: Number.NEGATIVE_INFINITY, count: 0, before: 0 }
  const refuse = () => new Error('the mail server is too slow')
  const pace = createPace({ perSecond, maxWaitMs: Number.POSITIVE_INFINITY, clock, refuse, signal })

  function perSecond(): number {
    if (setPerSecond === Number.POSITIVE_INFINITY) return setPerSecond
    const grown = setPerSecond * growthPerSecond ** ((clock.now() - setAt) / 1_000)
    return grown > unlimitedPerSecond ? Number.POSITIVE_INFINITY : grown
  }

  function count(): void {
    const now = clock.now()
    const passedMs = now - recent.since
    if (passedMs >= 1_000) Object.assign(recent, { since: now, count: 0, before: (recent.count * 1_000) / passedMs })
    recent.count += 1
  }

  return {
    perSecond,
    async acquire() {
      await pace.acquire()
      count()
    },
    slowDown() {
      if (clock.now() - setAt < 1_000) return
      const lastRate = Math.min(perSecond(), Math.max(recent.count, recent.before))
      setPerSecond = Math.max(lastRate / 2, minPerSecond)
      setAt = clock.now()
    },
  }
}

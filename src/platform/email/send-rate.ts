import { setTimeout as sleep } from 'node:timers/promises'

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

export function createSendRate({ now = Date.now, signal }: { now?: () => number; signal: AbortSignal }): SendRate {
  let setPerSecond = Number.POSITIVE_INFINITY
  let setAt = 0
  let nextAt = 0
  const recent = { since: 0, count: 0, before: 0 }

  function perSecond(): number {
    const grown = setPerSecond * growthPerSecond ** ((now() - setAt) / 1_000)
    return grown > unlimitedPerSecond ? Number.POSITIVE_INFINITY : grown
  }

  function count(): void {
    const passedMs = now() - recent.since
    if (passedMs >= 1_000) Object.assign(recent, { since: now(), count: 0, before: (recent.count * 1_000) / passedMs })
    recent.count += 1
  }

  return {
    perSecond,
    async acquire() {
      const waitMs = nextAt - now()
      nextAt = Math.max(now(), nextAt) + 1_000 / perSecond()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      count()
    },
    slowDown() {
      if (now() - setAt < 1_000) return
      const lastRate = Math.min(perSecond(), Math.max(recent.count, recent.before))
      setPerSecond = Math.max(lastRate / 2, minPerSecond)
      setAt = now()
    },
  }
}

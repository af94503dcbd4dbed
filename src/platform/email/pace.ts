import { setTimeout as sleep } from 'node:timers/promises'

/** At most one letter a second when it is slowest. */
const slowestPerSecond = 1
/** So much faster every second without complaint: twice the pace after a good minute. */
const growthPerSecond = 1.01
const fastEnoughPerSecond = 100

/**
 * How fast letters leave. As fast as they come, until a server says that it was too fast: then half of what was, and
 * slowly faster again. Lanes that hear the same complaint within a second count as one.
 */
export type Pace = {
  /** Resolves when the next letter may leave; rejects when `signal` ends the wait. */
  turn(): Promise<void>
  slower(): void
  perSecond(): number
}

export function createPace({ now = Date.now, signal }: { now?: () => number; signal: AbortSignal }): Pace {
  let setPerSecond = Number.POSITIVE_INFINITY
  let setAt = 0
  let nextAt = 0
  const lately = { since: 0, count: 0, before: 0 }

  function perSecond(): number {
    const grown = setPerSecond * growthPerSecond ** ((now() - setAt) / 1_000)
    return grown > fastEnoughPerSecond ? Number.POSITIVE_INFINITY : grown
  }

  function count(): void {
    const passedMs = now() - lately.since
    if (passedMs >= 1_000) Object.assign(lately, { since: now(), count: 0, before: (lately.count * 1_000) / passedMs })
    lately.count += 1
  }

  return {
    perSecond,
    async turn() {
      const waitMs = nextAt - now()
      nextAt = Math.max(now(), nextAt) + 1_000 / perSecond()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      count()
    },
    slower() {
      if (now() - setAt < 1_000) return
      const was = Math.min(perSecond(), Math.max(lately.count, lately.before))
      setPerSecond = Math.max(was / 2, slowestPerSecond)
      setAt = now()
    },
  }
}

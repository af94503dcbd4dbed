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

/** Time as pacing sees it: milliseconds that only grow, and a call when some of them have passed. */
export type Clock = {
  now(): number
  /** Calls once, unless it is cancelled by what it gives back. */
  after(ms: number, work: () => void): () => void
}

export const machineClock: Clock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

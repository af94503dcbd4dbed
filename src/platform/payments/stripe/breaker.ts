import type { Clock } from './clock.ts'

export type Breaker = {
  /** Whether it is known that nobody would answer. */
  isOpen(): boolean
  /** Whether a call may be tried now. Once `openMs` have passed, one call is let through as a probe. */
  mayTry(): boolean
  /** There was an answer, of whatever kind. */
  answered(): void
  /** There was none. */
  unanswered(): void
}

/** Opens after so many calls without an answer in a row, so that nobody waits for a company that is not there. */
export function createBreaker({
  clock,
  afterFailures = 5,
  openMs = 30_000,
}: {
  clock: Clock
  afterFailures?: number
  openMs?: number
}): Breaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= afterFailures && clock.now() < openUntil
  return {
    isOpen,
    mayTry() {
      if (failures < afterFailures) return true
      if (isOpen()) return false
      openUntil = clock.now() + openMs
      return true
    },
    answered() {
      failures = 0
    },
    unanswered() {
      failures += 1
      if (failures >= afterFailures) openUntil = clock.now() + openMs
    },
  }
}

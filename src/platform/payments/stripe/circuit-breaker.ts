import type { Clock } from '../../http/limits/pace.ts'

export type CircuitBreaker = {
  /** Whether calls are refused now. */
  isOpen(): boolean
  /** Whether this call may start. After `openMs` one call may, as a probe; the others are refused until it ends. */
  mayCall(): boolean
  /** Records a response of any kind, errors included. */
  recordResponse(): void
  /** Records a call that got no response. */
  recordFailure(): void
}

/**
 * Opens after `afterFailures` calls in a row without a response, so that customers do not wait for a provider that is
 * down.
 */
export function createCircuitBreaker({
  clock,
  afterFailures = 5,
  openMs = 30_000,
}: {
  clock: Clock
  afterFailures?: number
  openMs?: number
}): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= afterFailures && clock.now() < openUntil
  return {
    isOpen,
    mayCall() {
      if (failures < afterFailures) return true
      if (isOpen()) return false
      openUntil = clock.now() + openMs
      return true
    },
    recordResponse() {
      failures = 0
    },
    recordFailure() {
      failures += 1
      if (failures >= afterFailures) openUntil = clock.now() + openMs
    },
  }
}

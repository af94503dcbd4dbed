import type { Log } from '#platform/log.ts'
import { withTimeLimit } from '#platform/time-limit.ts'

export type Readiness = () => Promise<boolean>

type Options = {
  /** Each rejects with the reason why the program cannot serve requests. */
  checks: (() => Promise<void>)[]
  log: Log
  /** How long a result is reused. */
  reuseMs?: number
  timeoutMs?: number
  /** Aborted when the program stops: it is not ready from then on. */
  leaving?: AbortSignal
}

/**
 * Whether the program can serve requests. One check serves all calls within two seconds. The log gets one line when the
 * program becomes unready, with the reason, and one when it is ready again.
 */
export function createReadiness({ checks, log, reuseMs = 2_000, timeoutMs = 4_000, leaving }: Options): Readiness {
  let result: Promise<boolean> | null = null
  let validUntilMs = 0
  let unreadySinceMs: number | null = null

  async function runChecks(): Promise<boolean> {
    try {
      await withTimeLimit(Promise.all(checks.map((check) => check())), timeoutMs)
      if (unreadySinceMs !== null) {
        log.info({ seconds: Math.round((performance.now() - unreadySinceMs) / 1_000) }, 'ready again')
      }
      unreadySinceMs = null
      return true
    } catch (error) {
      if (unreadySinceMs === null) {
        unreadySinceMs = performance.now()
        log.error({ why: error instanceof Error ? error.message : String(error) }, 'not ready')
      }
      return false
    }
  }

  return () => {
    if (leaving?.aborted) return Promise.resolve(false)
    if (result && performance.now() < validUntilMs) return result
    validUntilMs = Number.POSITIVE_INFINITY
    result = runChecks().finally(() => {
      validUntilMs = performance.now() + reuseMs
    })
    return result
  }
}

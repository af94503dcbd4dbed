import type { Log } from '../log.ts'

export type Readiness = () => Promise<boolean>

type Options = {
  /** Each rejects with the reason why the program cannot serve requests. */
  checks: (() => Promise<void>)[]
  log: Log
  /** How long a result is reused. */
  keptMs?: number
  patienceMs?: number
}

/**
 * Whether the program can serve requests. One check serves all calls within two seconds. The log gets one line when the
 * program becomes unready, with the reason, and one when it is ready again.
 */
export function createReadiness({ checks, log, keptMs = 2_000, patienceMs = 4_000 }: Options): Readiness {
  let looking: Promise<boolean> | null = null
  let keptUntilMs = 0
  let unreadySinceMs: number | null = null

  async function look(): Promise<boolean> {
    try {
      await inTime(Promise.all(checks.map((check) => check())), patienceMs)
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
    if (looking && performance.now() < keptUntilMs) return looking
    keptUntilMs = Number.POSITIVE_INFINITY
    looking = look().finally(() => {
      keptUntilMs = performance.now() + keptMs
    })
    return looking
  }
}

async function inTime(work: Promise<unknown>, patienceMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Log } from '#platform/log.ts'
import { withTimeLimit } from '#platform/time-limit.ts'
import type { Env } from '../env.ts'

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

/**
 * For load balancers. `live`: the program runs. `ready`: the program can serve requests; the log has the reason if it
 * cannot.
 */
export function health({ ready }: { ready: Readiness }): Hono<Env> {
  return new Hono<Env>()
    .use(async (c, next) => {
      await next()
      c.res.headers.set('Cache-Control', 'no-store')
    })
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) =>
      (await ready()) ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable' }, 503, { 'Retry-After': '2' }),
    )
}

/** Enough for a few uploads and one more segment of a private database's write-ahead log. */
const leastBytes = 64 * 1_048_576

/** Rejects, with the reason, where the folder cannot be written to or has less than 64 MiB left. */
export async function requireSpace(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastBytes) {
    throw new Error(`${folder} has ${Math.floor((bavail * bsize) / 1_048_576)} MiB left, and needs 64`)
  }
}

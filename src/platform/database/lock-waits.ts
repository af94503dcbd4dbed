import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * How long one attempt waits for a lock. Requests for the same table queue behind it, so it is shorter than a second.
 */
const lockTimeoutMs = 500
const firstPauseMs = 500
const longestPauseMs = 10_000

/** `attemptMs`: how long one attempt may wait; 0: without a limit, for a statement behind which no request queues. */
export type LockLimits = {
  connectionString: string
  attemptMs?: number
  timeoutMs: number
  onWait: (message: string) => void
}

/** Whether an attempt failed because other transactions held locks. */
function isLockConflict(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(String((error as { code?: unknown }).code))
}

/**
 * Runs `attempt` on `client` with a short `lock_timeout`, again and again with growing pauses until it gets its locks,
 * for `timeoutMs` at most. `onWait` is called once for each connection that holds a lock it waits for.
 */
export async function withLocks(
  client: pg.Client,
  what: string,
  attempt: () => Promise<void>,
  { connectionString, attemptMs = lockTimeoutMs, timeoutMs, onWait }: LockLimits,
): Promise<void> {
  await using holders = await watchHolders(client, connectionString, (holder) => onWait(`${what} waits for ${holder}`))
  const untilMs = performance.now() + timeoutMs
  await client.query(`set lock_timeout = ${attemptMs}`)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (performance.now() + pauseMs > untilMs) {
        throw new Error(`it got no lock within ${Math.round(timeoutMs / 1000)} s; it waited for ${holders.last()}`, {
          cause: error,
        })
      }
      await pause(pauseMs)
    }
  }
}

/** Looks, on a connection of its own, at the connections that `client` waits for. */
async function watchHolders(client: pg.Client, connectionString: string, onHolder: (holder: string) => void) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watcher = new pg.Client({ connectionString, application_name: 'shop-migrate-watch' })
  watcher.on('error', () => undefined)
  await watcher.connect()
  const known = new Set<number>()
  let last = 'another transaction'
  let looking = Promise.resolve()
  async function look(): Promise<void> {
    const { rows: found } = await watcher.query<Holder>(holdersSql, [rows[0]?.pid])
    for (const holder of found) {
      last = describe(holder)
      if (!known.has(holder.pid)) onHolder(last)
      known.add(holder.pid)
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, lockTimeoutMs / 4)
  return {
    last: () => last,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
      await watcher.end()
    },
  }
}

type Holder = { pid: number; name: string | null; state: string | null; seconds: number | null }

// Another login's connection shows its process alone.
const holdersSql = `select a.pid, nullif(a.application_name, '') as name, a.state,
    extract(epoch from clock_timestamp() - a.xact_start)::int as seconds
  from unnest(pg_blocking_pids($1)) as blocking (pid) join pg_stat_activity a on a.pid = blocking.pid`

function describe({ pid, name, state, seconds }: Holder): string {
  const since = seconds === null ? '' : `, in a transaction for ${seconds} s`
  return `${name ?? 'another program'} (process ${pid}${state ? `, ${state}` : ''}${since})`
}

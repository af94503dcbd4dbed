import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../../log.ts'
import { type Changes, pagesShow } from '../changes.ts'
import type { Claims } from '../claims.ts'
import type { Db } from '../db.ts'
import { isTemporary } from '../temporary-errors.ts'
import { identitySql, openReplicaPool, type ReplicaState } from './replica-pool.ts'
import { createWalHistory, type Lag } from './wal-history.ts'
import { parsePosition, type WalPosition } from './wal-position.ts'

export type ReadReplica = {
  /**
   * As `Db.as`, for reads alone: of an anonymous visitor from the replica where it has what a reader needs, and of
   * everyone else, or where the replica fails, from the primary.
   */
  as: Db['as']
  state(): { isUsed: boolean; lagSeconds: number; fromReplica: number; fromPrimary: number }
  close(): Promise<void>
}

type Options = {
  connectionString: string
  db: Pick<Db, 'as'>
  /** The pool that reads the primary's position. */
  watch: Pick<Db, 'owner'>
  changes: Pick<Changes, 'onChange' | 'listening'>
  log: Log
  maxConnections: number
  maxLagMs?: number
  probeMs?: number
}

/** A replica that is further behind is not read. */
export const mostLagMs = 1_000

/**
 * After a failure it is used again once this many probes in a row found it well, with half of the lag that is allowed.
 */
const goodProbesAgain = 6

/**
 * Reads of anonymous visitors from a replica, never older than every announced change and than a second. A change is
 * announced before its position is known, so it is read from the primary after each announcement, and no replica is
 * read until it is there. Each transaction compares positions itself; the probes keep visitors from waiting for a
 * replica that cannot serve them.
 */
export function openReadReplica(options: Options): ReadReplica {
  const { connectionString, db, watch, changes, log, maxConnections, maxLagMs = mostLagMs, probeMs = 500 } = options
  const pool = openReplicaPool(connectionString, maxConnections)
  const history = createWalHistory({ maxLagMs })
  const counts = { fromReplica: 0, fromPrimary: 0 }
  const closing = new AbortController()
  let isUsed = false
  let lagSeconds = -1
  let loggedState: string | null = null
  /** Of probes that found the replica well, since the last that did not; the first use needs one alone. */
  let goodProbes = goodProbesAgain - 1
  let lastReplayed: WalPosition | null = null
  let asking: Promise<boolean> | null = null
  let askAgain = false
  let identity: string | null = null

  changes.onChange((table) => {
    if (!pagesShow(table) || closing.signal.aborted) return
    history.noteChange()
    void askPrimary()
  })

  /** One question at a time; changes during one ask once more after it. False without a response. */
  function askPrimary(): Promise<boolean> {
    askAgain = asking !== null
    asking ??= askOnce()
      // The pool logs the failure. Without a position the replica is not read.
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
        if (askAgain && !closing.signal.aborted) void askPrimary()
      })
    return asking
  }

  async function askOnce(): Promise<void> {
    const answered = history.ask(performance.now())
    const { rows } = await sql<{ flushed: string; inserted: string; timeline: string; identity: string }>`
      select at::text as flushed, pg_current_wal_insert_lsn()::text as inserted, left(pg_walfile_name(at), 8) as timeline, ${sql.raw(identitySql)} as identity
        from pg_current_wal_flush_lsn() as at`.execute(watch.owner)
    const [row] = rows
    if (!row) throw new Error('no row')
    identity = row.identity
    const [flushed, inserted] = [parsePosition(row.flushed), parsePosition(row.inserted)]
    answered({ timeline: row.timeline, flushed, inserted })
  }

  async function probe(): Promise<void> {
    const hasAnswered = await askPrimary()
    const primary = history.newest()
    if (!hasAnswered || !primary) return
    try {
      if (lastReplayed !== null && lastReplayed > primary.flushed) {
        lastReplayed = null
        throw new Error('it is ahead of the primary: it replays another history')
      }
      const state = await pool.probe()
      lastReplayed = state.position
      const lag = state.position === null ? null : history.lag(state.position, performance.now())
      lagSeconds = state.replays && lag ? lag.ms / 1_000 : -1
      const why = findFault(state, lag)
      if (why) rest(why)
      // Just after the start a lag of a moment looks like a longer one.
      else if (!isUsed && lag && !lag.atLeast) countGoodProbe(lag.ms)
    } catch (error) {
      lagSeconds = -1
      rest(messageOf(error))
    }
  }

  function findFault({ replays, timeline, ...replica }: ReplicaState, lag: Lag | null): string | null {
    if (replica.identity !== identity) return 'it is no replica of this database'
    if (!replays) return 'it is no replica: it takes writes itself'
    if (timeline !== null && timeline !== Number.parseInt(history.newest()?.timeline ?? '', 16))
      return 'it does not follow this primary'
    return !lag || lag.ms > maxLagMs ? 'it lags' : null
  }

  function countGoodProbe(lagMs: number): void {
    goodProbes = lagMs <= maxLagMs / 2 ? goodProbes + 1 : 0
    if (goodProbes < goodProbesAgain) return
    isUsed = true
    logOnce('used', () => log.info('the read replica is used'))
  }

  function rest(why: string): void {
    isUsed = false
    goodProbes = 0
    if (closing.signal.aborted) return
    logOnce('resting', () =>
      log.warn({ why, lagSeconds }, 'the read replica is not used: the primary serves its reads'),
    )
  }

  function logOnce(state: string, write: () => void): void {
    if (loggedState !== state) write()
    loggedState = state
  }

  async function watchReplica(): Promise<void> {
    while (!closing.signal.aborted) {
      const beganMs = performance.now()
      await probe()
      await pause(Math.max(0, probeMs - (performance.now() - beganMs)), undefined, {
        signal: closing.signal,
        ref: false,
      }).catch(() => undefined)
    }
  }

  const as: Db['as'] = async (claims, work, context) => {
    const isReadable = isUsed && isAnonymous(claims) && changes.listening()
    const needed = isReadable ? history.needed(performance.now()) : null
    if (needed !== null) {
      const read = await pool.read(claims, work, { needed, context }).catch((error: unknown) => {
        if (isTemporary(error)) rest(messageOf(error))
        return null
      })
      if (read) {
        counts.fromReplica += 1
        return read.value
      }
    }
    counts.fromPrimary += 1
    return db.as(claims, work, context)
  }

  const watching = watchReplica()
  return {
    as,
    state: () => ({ isUsed, lagSeconds, ...counts }),
    async close() {
      closing.abort()
      await watching
      await pool.close()
    },
  }
}

/** A visitor without a session: everyone else may have written something and expects to see it. */
function isAnonymous({ role, sub, session_id: session }: Claims): boolean {
  return role === 'anon' && sub === undefined && session === undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import { setTimeout as pause } from 'node:timers/promises'
import { mostLagMs } from '#platform/database/replica/read-replica.ts'
import { identitySql } from '#platform/database/replica/replica-pool.ts'
import { clockCure } from '../alerts/clock-check.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { withClient } from './with-client.ts'

const everyMs = 50
/** How long the check waits for a replica that lags, to report how far it is behind. */
const timeoutMs = 5_000
/**
 * Prices and dates that begin or end at a time are read with the replica's clock: it may be as far off as its rows may
 * be old. The server's own clock has a wider limit (`clock-check.ts`).
 */
const mostSkewMs = mostLagMs

type State = { replays: boolean; identity: string; now: Date }

/** The replica at DATABASE_READ_URL: reachable, one of this database, and not behind. */
export async function checkReplica(connectionString: string, readString: string): Promise<Finding[]> {
  return withClient(connectionString, (primary) =>
    withClient(readString, async (replica) => {
      const identity = await primary.query<{ identity: string; at: string }>(
        `select ${identitySql} as identity, pg_current_wal_flush_lsn()::text as at`,
      )
      const { rows } = await replica.query<State>(
        `select pg_is_in_recovery() as replays, ${identitySql} as identity, clock_timestamp() as now`,
      )
      const [[wanted], [state]] = [identity.rows, rows]
      if (!wanted || !state) throw new Error('no row')
      if (state.identity !== wanted.identity)
        return [
          error(
            'replica',
            'DATABASE_READ_URL leads to another database than DATABASE_URL',
            'Use the address of a replica of the same PostgreSQL, with the same database name.',
          ),
        ]
      if (!state.replays)
        return [
          warning(
            'replica',
            'DATABASE_READ_URL leads to a server that is no replica, so it is not used',
            'Use the address of a streaming replica, or leave it empty.',
          ),
        ]
      const skewMs = Math.abs(state.now.getTime() - Date.now())
      if (skewMs > mostSkewMs)
        return [
          warning('replica', `the replica’s clock is ${(skewMs / 1_000).toFixed(1)} s off this machine’s`, clockCure),
        ]
      const beganMs = performance.now()
      const lagMs = () => Math.round(performance.now() - beganMs)
      while (lagMs() < timeoutMs) {
        const answer = await replica.query<{ there: boolean }>(
          'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there',
          [wanted.at],
        )
        if (answer.rows[0]?.there && lagMs() <= mostLagMs) return [ok('replica', `a replica, ${lagMs()} ms behind`)]
        if (answer.rows[0]?.there) return [lags(lagMs())]
        await pause(everyMs)
      }
      return [lags(timeoutMs)]
    }),
  )
}

function lags(ms: number): Finding {
  return warning(
    'replica',
    `the replica is at least ${(ms / 1_000).toFixed(1)} s behind, so it is not used`,
    'Check pg_stat_replication on the primary, and the replica’s disk and log.',
  )
}

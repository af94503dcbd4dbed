import { setTimeout as pause } from 'node:timers/promises'
import { identitySql } from '#platform/database/replica/replica-pool.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { withClient } from './with-client.ts'

const mostLagMs = 1_000
const everyMs = 50
/** How long a lagging replica is waited for, to say how far it is behind. */
const patienceMs = 5_000
const mostSkewMs = 1_000

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
            'Give it the address of a replica of the same cluster, and the same name of the database.',
          ),
        ]
      if (!state.replays)
        return [
          warning(
            'replica',
            'DATABASE_READ_URL leads to a server that takes writes, so it is not used',
            'Give it the address of a streaming replica, or leave it empty.',
          ),
        ]
      const skewMs = Math.abs(state.now.getTime() - Date.now())
      if (skewMs > mostSkewMs)
        return [
          warning(
            'replica',
            `the replica’s clock differs by ${Math.round(skewMs / 1_000)} s from this machine’s`,
            'Run NTP on all machines.',
          ),
        ]
      const beganMs = performance.now()
      const lagMs = () => Math.round(performance.now() - beganMs)
      while (lagMs() < patienceMs) {
        const answer = await replica.query<{ there: boolean }>(
          'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there',
          [wanted.at],
        )
        if (answer.rows[0]?.there && lagMs() <= mostLagMs) return [ok('replica', `a replica, ${lagMs()} ms behind`)]
        if (answer.rows[0]?.there) return [lags(lagMs())]
        await pause(everyMs)
      }
      return [lags(patienceMs)]
    }),
  )
}

function lags(ms: number): Finding {
  return warning(
    'replica',
    `the replica is ${(ms / 1_000).toFixed(1)} s behind or more, so it is not used`,
    'Look at pg_stat_replication on the primary, and at the replica’s disk and log.',
  )
}

import type pg from 'pg'
import { withClient } from '#platform/database/with-client.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** `timeline`: null where it cannot be read. */
type RecoveryState = { isRecovering: boolean; timeline: number | null }

/**
 * Refuses a database that was never recovered: PostgreSQL ends each recovery to a moment with a new timeline, and a new
 * cluster has the first. A failover begins one too, and a copied disk begins none, so the operator can insist.
 */
export async function requireRecovered(connectionString: string, { insists }: { insists: boolean }): Promise<void> {
  const problem = recoveryProblem(await readState(connectionString), insists)
  if (problem) throw new AppError('bad_request', problem)
}

/** Why `db recovered` must not run; null where it may. */
export function recoveryProblem({ isRecovering, timeline }: RecoveryState, insists: boolean): string | null {
  if (isRecovering) {
    return (
      'PostgreSQL is still recovering. If it has paused at the moment you chose, end the recovery: ' +
      'select pg_wal_replay_resume(). Otherwise wait. Then run this command again.'
    )
  }
  if (insists || (timeline ?? 0) > 1) return null
  const found =
    timeline === null
      ? 'Whether this database was recovered cannot be read here.'
      : 'This database was never recovered to an earlier moment: PostgreSQL is on its first timeline.'
  return (
    `${found} Nothing has changed. The command would hold every waiting e-mail and sign everyone out. ` +
    'If you did recover it, for example from a copy of its disk, add: --force'
  )
}

function readState(connectionString: string): Promise<RecoveryState> {
  return withClient({ connectionString, application_name: 'shop-recovered' }, async (client) => {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (rows[0]?.recovering) return { isRecovering: true, timeline: null }
    return { isRecovering: false, timeline: await readTimeline(client) }
  })
}

/** Not allowed, not supported, or no such function, as at some hosted services. */
const unreadable = ['42501', '0A000', '42883']

async function readTimeline(client: pg.Client): Promise<number | null> {
  try {
    const { rows } = await client.query<{ timeline: string }>(
      'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
    )
    return rows[0] ? Number.parseInt(rows[0].timeline, 16) : null
  } catch (error) {
    if (!unreadable.includes(String((error as { code?: unknown }).code))) throw error
    return null
  }
}

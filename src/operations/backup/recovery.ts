import { resolve } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { checkRights } from '#platform/database/check-rights.ts'
import { openDb } from '#platform/database/db.ts'
import { withClient } from '#platform/database/with-client.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'
import { originalName } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import type { Config } from '../config/environment.ts'
import { policies } from '../policies.ts'
import { endShopAccess, notAgain, rehearseSale, renewShopAccess } from './restore-shop.ts'

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

type RecoveredShop = { config: Config; log: Log; connectionString: string }

/** `missingPictures`: stored objects of that moment whose files were removed since. */
type Recovery = {
  emails: number
  campaigns: number
  sessions: number
  administrators: string[]
  missingPictures: string[]
}

/**
 * Jobs that ran at that moment would count as running for a quarter of an hour. The next start makes the queue again,
 * and enqueues every row that is not finished; the comparison with the provider starts again.
 */
const nothingRuns = [
  'drop schema if exists pgboss cascade',
  `update private.reconciliation_runs set finished_at = public.shop_now(), failure = 'It was interrupted; a new one replaces it.'
     where finished_at is null`,
]

const why = 'This was waiting when the database was recovered, and may already have been sent'

/**
 * Makes a database that was recovered to an earlier moment fit to sell from: nothing of that moment is sent again,
 * sessions, links and keys that have ended since stay ended, and an order is placed and rolled back. Running it
 * again ends the sessions since then too, and changes nothing more.
 */
export async function finishRecovery({ config, log, connectionString }: RecoveredShop): Promise<Recovery> {
  await checkRights(connectionString, policies)
  const db = openDb({ connectionString, log, maxConnections: 2 })
  try {
    const before = await db.asService(async (tx) => {
      const { rows } = await sql<Omit<Recovery, 'administrators' | 'missingPictures'>>`
        select (select count(*)::int from private.outbox where state in ('waiting', 'sending')) as emails,
          (select count(*)::int from private.campaigns where state = 'sending') as campaigns,
          (select count(*)::int from auth.sessions) as sessions`.execute(tx)
      for (const statement of [...notAgain(why), ...endShopAccess]) await sql.raw(statement).execute(tx)
      return rows[0] ?? { emails: 0, campaigns: 0, sessions: 0 }
    })
    for (const statement of nothingRuns) await sql.raw(statement).execute(db.owner)
    const administrators = await renewShopAccess(db, config)
    const { rows: objects } = await db.asService((tx) =>
      sql<{ id: string; version: string }>`select id, version from storage.objects order by id`.execute(tx),
    )
    const files = openFileStore({ dataDir: resolve(config.DATA_DIR), config, log })
    const missingPictures: string[] = []
    for (const name of objects.map(originalName)) if (!(await files.find(name))) missingPictures.push(name)
    await rehearseSale({ log, connectionString })
    return { ...before, administrators, missingPictures }
  } finally {
    await db.close()
  }
}

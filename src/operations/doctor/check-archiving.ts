import type pg from 'pg'
import { error, ok, type Result, warning } from './finding.ts'

/**
 * What PostgreSQL says of its archive. `waiting`: complete files since the last archived one; null where it is unknown.
 */
export type Archiving = {
  mode: string
  command: string
  library: string
  timeoutSeconds: number
  lastAt: Date | null
  lastFailedAt: Date | null
  failures: number
  now: Date
  waiting: number | null
}

const page = 'docs/operating/point-in-time-recovery.md'

/** A file is archived when it is full, or after archive_timeout; a busy archive is a few files behind. */
const mostWaiting = 3

/** Whether PostgreSQL archives its write-ahead log, where it is set to: the private database is not. */
export async function checkArchiving(client: pg.Client): Promise<Result | Result[]> {
  const { rows } = await client.query<Archiving>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
       coalesce(current_setting('archive_library', true), '') as library,
       extract(epoch from current_setting('archive_timeout')::interval)::int as "timeoutSeconds",
       last_archived_time as "lastAt", last_failed_time as "lastFailedAt", failed_count::int as failures, now() as now,
       case when not pg_is_in_recovery() and last_archived_wal ~ '^[0-9A-F]{24}$' then
         (pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / size)::bigint::int - 1
           - (('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * (4294967296 / size)
             + ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint)::int end as waiting
     from pg_stat_archiver, (select pg_size_bytes(current_setting('wal_segment_size')) as size) as wal`,
  )
  const [row] = rows
  return row ? classifyArchiving(row) : []
}

export function classifyArchiving(row: Archiving): Result | Result[] {
  if (row.mode === 'off') return []
  const { lastAt, lastFailedAt, now, waiting } = row
  if (row.library === '' && (row.command === '' || row.command === '(disabled)'))
    return error(
      'archive_mode is on without an archive_command, so PostgreSQL keeps its whole log until the disk is full',
      `Set archive_command, or turn archive_mode off: ${page}.`,
    )
  if (lastFailedAt && (!lastAt || lastFailedAt > lastAt))
    return error(
      `${row.failures} attempts have failed, the last at ${timeOf(lastFailedAt)}; ${lastAt ? `nothing has been archived since ${timeOf(lastAt)}` : 'nothing has ever been archived'}`,
      `PostgreSQL’s log gives the reason, and its disk fills up until this is put right: ${page}, “When archiving fails”.`,
    )
  if (!lastAt) return warning('nothing has been archived yet', `Run: pgbackrest --stanza=shop check. More in ${page}.`)
  const found = `the newest file was archived ${ageOf(lastAt, now)} ago`
  if (waiting !== null && waiting > mostWaiting)
    return error(
      `${found}, and ${waiting} files are waiting`,
      `The archive is slow or not responding; PostgreSQL’s log says more: ${page}.`,
    )
  if (row.timeoutSeconds === 0)
    return warning(
      `${found}; a file is archived only when it is full, so the newest orders may be on this disk only`,
      `Set archive_timeout to one minute: ${page}.`,
    )
  return ok(found)
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function ageOf(from: Date, to: Date): string {
  const minutes = Math.round((to.getTime() - from.getTime()) / 60_000)
  if (minutes < 2) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

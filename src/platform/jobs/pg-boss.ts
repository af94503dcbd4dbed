import { PgBoss } from 'pg-boss'
import { connectionLife } from '../database/db.ts'
import { peerFailed } from '../database/outages.ts'
import { isDatabaseAway } from '../database/temporary-errors.ts'
import type { Log } from '../log.ts'

/** Jobs that used up their tries lie here until they are tried again or have been done after all: see `dead-jobs.ts`. */
export const deadLetters = 'dead'

/**
 * Twenty tries over some nine hours; a worker that was killed is noticed by its missing heartbeat within 20 s.
 * Kept 90 days at most: the default of 14 deletes jobs that nobody could do for a fortnight.
 */
export const patientQueue = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 10,
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 86_400,
  notify: true,
  deadLetter: deadLetters,
} as const

/** What repeats by the clock is not tried again: the next turn comes anyway. */
export const repeatingQueue = {
  retryLimit: 0,
  heartbeatSeconds: 10,
  retentionSeconds: 3600,
  deleteAfterSeconds: 300,
  notify: true,
} as const

/** The library's own defaults fetch one job in two seconds, and a woken worker one batch in thirty. */
export const working = {
  localConcurrency: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
} as const

export type BossOptions = { connectionString: string; log: Log; working: boolean }

/** `working: false` for a process that only puts jobs in: it neither listens nor supervises. Three connections at most. */
export function openPgBoss({ connectionString, log, working: works }: BossOptions): PgBoss {
  const boss = new PgBoss({
    connectionString,
    application_name: 'shop-queue',
    max: 2,
    connectionTimeoutMillis: 3_000,
    ...connectionLife,
    schedule: false,
    useListenNotify: works,
    supervise: works,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
  })
  // Without a listener the first broken connection ends the process.
  boss.on('error', (error) => warnOfQueue(log, error, 'the job queue met an error and goes on'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}

/** Warns of a fault of the queue, unless it is the database that is away: that is an outage, and logged as one. */
export function warnOfQueue(log: Log, error: unknown, message: string, about: { job?: string } = {}): void {
  if (isDatabaseAway(error)) peerFailed(log, 'database', error)
  else log.warn({ error, ...about }, message)
}

/** Makes or updates the queue's own tables, connects, and lets the service put jobs in. */
export async function startPgBoss(boss: PgBoss): Promise<void> {
  await boss.start()
  await letServiceEnqueue(boss)
  await boss.createQueue(deadLetters, { retentionSeconds: 90 * 86_400, deleteAfterSeconds: 30 * 86_400 })
}

/**
 * Makes the queue of a job's name, or brings it up to date. 'exclusive': of one key, one job waits or runs; so what the
 * sweep puts in for a row that cannot be done is one job with its tries, and not another one at every turn.
 */
export async function makeQueue(boss: PgBoss, name: string, settings: typeof patientQueue | typeof repeatingQueue) {
  const policy = 'exclusive'
  const known = await boss.getQueue(name)
  // A policy cannot be changed. What waits there is found again by the sweep.
  if (known && known.policy !== policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { policy, ...settings })
  await boss.updateQueue(name, settings)
}

/**
 * Which tables these are: another word, or null, once they were dropped. Dropping them is a way to be rid of whatever is
 * wrong in there, and must cost nothing.
 */
export async function tablesOf(boss: PgBoss): Promise<string | null> {
  const { rows } = await boss.getDb().executeSql(`select to_regclass('pgboss.job')::oid::text as tables`)
  return rows[0]?.tables ?? null
}

/** Callers' transactions run as `service_role`, the queue's tables belong to the owner. Nobody else gets at them. */
async function letServiceEnqueue(boss: PgBoss): Promise<void> {
  // Under a lock: two programs starting together would otherwise meet as 'tuple concurrently updated'.
  await boss.getDb().executeSql(`
    begin;
    select pg_advisory_xact_lock(7203519449);
    grant usage on schema pgboss to service_role;
    grant select on pgboss.queue to service_role;
    grant select, insert on pgboss.job, pgboss.job_common to service_role;
    commit`)
}
